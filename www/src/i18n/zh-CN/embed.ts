/** Simplified Chinese texts of the element that other pages embed. */

import type { Ui } from '../catalogue.js';

export const embed: Ui['page']['embed'] = {
  label: (name) => (name ? `Jobscope：${name}` : 'Jobscope：逐步查看一个 Job'),
  own: '本页的 Job',
  trace: '录制的运行',
  edit: '编辑',
  editTitle: '查看和修改这次运行的清单',
  open: '在 Jobscope 中打开',
  openTitle: '在新标签页中打开这次运行的此刻，并查看其余全部内容',
  more: '期望与 Pod 计数',
  failed: '这里无法显示任何内容。',
  kept: '显示的是此前的内容。',
  wrong: (attribute, value, allowed) => `属性 \`${attribute}\` 的值是“${value}”，可用的值：${allowed}。`,
  position: '步骤的编号，如 `7`，或其中记录的编号，如 `7.2`',
  nothing: (scenarios) =>
    `此元素没有可运行的内容。属性 \`scenario\` 可用的值：${scenarios}；也可以在元素内放一个类型为 \`application/yaml\` 的 script，写入清单。`,
};
