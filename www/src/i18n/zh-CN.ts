/** The Chinese catalogue, in simplified characters. */

import type { Words } from './catalogue.js';
import { action, label } from './zh-CN/actions.js';
import { headline } from './zh-CN/headline.js';
import { manage } from './zh-CN/manage.js';
import { queue } from './zh-CN/queue.js';
import { sync } from './zh-CN/sync.js';
import { track } from './zh-CN/track.js';
import { ui } from './zh-CN/ui.js';
import { world } from './zh-CN/world.js';

export const zhCN: Words = {
  language: 'zh-CN',
  // A line does not break between a number and its unit.
  units: { day: '\u00a0天', hour: '\u00a0小时', minute: '\u00a0分钟', second: '\u00a0秒', joint: ' ' },
  note: { ...world, ...queue, ...sync, ...manage, ...track },
  headline,
  action,
  label,
  ui,
};
