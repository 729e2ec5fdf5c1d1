/** English words of a first step: sentences, and the panels that are there from the start. */

import type { FirstWords } from '../catalogue.js';
import { headline } from './headline.js';
import { manage } from './manage.js';
import { sync } from './sync.js';
import { track } from './track.js';
import { ui } from './ui.js';

export const first: FirstWords = {
  language: 'en',
  units: { day: ' d', hour: ' h', minute: ' min', second: ' s', joint: ' ' },
  note: { ...sync, ...manage, ...track },
  headline,
  ui,
};
