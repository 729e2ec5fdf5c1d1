/** Chinese words of a first step: sentences, and the panels that are there from the start. */

import type { FirstWords } from '../catalogue.js';
import { headline } from './headline.js';
import { manage } from './manage.js';
import { sync } from './sync.js';
import { track } from './track.js';
import { ui } from './ui.js';

export const first: FirstWords = {
  language: 'zh-CN',
  // A line does not break between a number and its unit.
  units: { day: '\u00a0天', hour: '\u00a0小时', minute: '\u00a0分钟', second: '\u00a0秒', joint: ' ' },
  note: { ...sync, ...manage, ...track },
  headline,
  ui,
};
