/** Puts the two parts of a catalogue together. */

import type { FirstWords, LaterWords, Words } from './catalogue.js';

export function whole(first: FirstWords, { note, page, ...later }: LaterWords): Words {
  const ui = { ...first.ui, page: { ...first.ui.page, ...page } };
  return { ...first, ...later, note: { ...first.note, ...note }, ui };
}
