/** Chinese words for many pods: the map, its legend, the list of all. */

import type { Ui } from '../catalogue.js';
import { many } from './grammar.js';

export const podMap: Ui['page']['podMap'] = {
  label: (count) => `${count} 个 Pod 的分布图，按名称排列`,
  hint: '点选一个 Pod，即可查看并操作它。',
  smaller: '缩小格子',
  larger: '放大格子',
  legend: '各状态的 Pod',
  gone: '已消失，仍在缓存中',
  changed: '此步更改',
  differs: '缓存所见不同',
  notCounted: '已结束，尚未计数',
  isGone: (pod) => `${pod} 已消失，缓存也已知道。`,
  close: (pod) => `关闭 ${pod} 的卡片`,
  list: '所有 Pod，按名称排列',
  filter: '显示',
  all: '全部',
  listed: (_count, shown) => `${shown} 个 Pod`,
  none: '现在没有处于此状态的 Pod。',
  same: (count) => `看到的 ${many(count, '个 Pod')} 与事实相同。`,
  otherwise: (count) => `${many(count, '个 Pod')} 没有看到，或看到的已过时：`,
  allSame: '与 API 服务器的差异列在这里：暂停 Pod 监视，差异就会保留。',
};
