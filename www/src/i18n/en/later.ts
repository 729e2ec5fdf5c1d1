/** English words that the first step of the element does without. */

import { action, label } from './actions.js';
import { pageLater } from './page-later.js';
import { queue } from './queue.js';
import { world } from './world.js';

export const later = { note: { ...queue, ...world }, action, label, page: pageLater };
