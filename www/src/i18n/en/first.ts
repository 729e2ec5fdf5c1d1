/** English words of a first step: sentences, and the panels that are there from the start. */

import type { FirstWords } from '../catalogue.js';
import { headline } from './headline.js';
import { manage } from './manage.js';
import { sync } from './sync.js';
import { track } from './track.js';
import { ui } from './ui.js';

export const first: FirstWords = {
  language: 'en',
  // A line does not break between a number and its unit.
  units: { day: '\u00a0d', hour: '\u00a0h', minute: '\u00a0min', second: '\u00a0s', joint: ' ' },
  note: { ...sync, ...manage, ...track },
  headline,
  ui,
};
