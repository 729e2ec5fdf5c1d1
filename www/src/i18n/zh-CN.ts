/** The Chinese catalogue, in simplified characters. */

import type { Words } from './catalogue.js';
import { first } from './zh-CN/first.js';
import { later } from './zh-CN/later.js';
import { whole } from './whole.js';

export const zhCN: Words = whole(first, later);
