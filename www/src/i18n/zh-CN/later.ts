/** Chinese words that the first step of the element does without. */

import type { LaterWords } from '../catalogue.js';
import { action, label } from './actions.js';
import { pageLater } from './page-later.js';
import { queue } from './queue.js';
import { world } from './world.js';

export const later: LaterWords = { note: { ...queue, ...world }, action, label, page: pageLater };
