/** The English catalogue. */

import type { Words } from './catalogue.js';
import { action, label } from './en/actions.js';
import { headline } from './en/headline.js';
import { manage } from './en/manage.js';
import { queue } from './en/queue.js';
import { sync } from './en/sync.js';
import { track } from './en/track.js';
import { ui } from './en/ui.js';
import { world } from './en/world.js';

export const en: Words = {
  language: 'en',
  units: { day: ' d', hour: ' h', minute: ' min', second: ' s', joint: ' ' },
  note: { ...world, ...queue, ...sync, ...manage, ...track },
  headline,
  action,
  label,
  ui,
};
