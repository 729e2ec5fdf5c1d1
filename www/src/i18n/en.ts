/** The English catalogue. */

import type { Words } from './catalogue.js';
import { first } from './en/first.js';
import { later } from './en/later.js';
import { whole } from './whole.js';

export const en: Words = whole(first, later);
