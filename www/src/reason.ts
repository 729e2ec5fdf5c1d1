/** Which note the page tells as the reason at a position: the one at the cursor, or the one that sums the step up. */

import type { Note, Size, Snapshot } from '../pkg/jobscope.js';
import { headline, inputs, plain, sentence, summary, type Input } from './i18n/index.js';
import type { Telling } from './panel.js';

export interface Reason {
  note: Note | undefined;
  /** The note's number in its step, from 1; 0 without one. */
  number: number;
  /** The values that it depended on. */
  inputs: Input[];
  /** A sentence with marks. */
  text: string;
  /** It tells its whole step, not one note of it. */
  complete: boolean;
}

/** The whole step is told: the cursor stands after it, and one does not go note by note. */
function isWhole({ notes, position }: Snapshot, size: Size): boolean {
  return position.note >= notes.length && (size !== 'note' || notes.length < 2);
}

/** The number of the note that is told; 0 if there is none. */
export function numberAt(snapshot: Snapshot, size: Size): number {
  return isWhole(snapshot, size) ? headline(snapshot.notes) + 1 : snapshot.position.note;
}

export function reasonAt(snapshot: Snapshot, size: Size, { words, say }: Telling): Reason {
  const { notes } = snapshot;
  const complete = isWhole(snapshot, size);
  const number = numberAt(snapshot, size);
  const note = notes[number - 1];
  if (!note) return { note, number, inputs: [], text: startText(snapshot, words), complete };
  const text = (complete ? summary(notes, words, say) : undefined) ?? sentence(note, words, say);
  const weighed = complete ? behind(note, notes) : [note];
  return { note, number, inputs: weighed.flatMap((note) => inputs(note, words, say)), text, complete };
}

/** Before the first step: whether the next one creates the Job. */
function startText({ end }: Snapshot, words: Telling['words']): string {
  const { startText, emptyText } = words.ui.page.why;
  return end.step > 0 ? startText : emptyText;
}

/** The notes that a summary speaks of: how many pods to create follows from how many are wanted. */
function behind(note: Note, notes: readonly Note[]): Note[] {
  const because = note.id === 'podsWanted' && notes.find(({ id }) => id === 'activeWanted');
  return because ? [because] : [note];
}

/** What the live region speaks. */
export function spoken(reason: Reason): string {
  return plain(reason.text);
}

/** Fields of the spec that the reason depends on, such as `spec.parallelism`, with their values. */
export function specInputs({ inputs }: Reason): Input[] {
  return inputs.filter(({ from, name }) => from === 'spec' && name.startsWith('spec.'));
}
