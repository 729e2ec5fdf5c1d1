/** Places of a run as text: `7.2` is the second note of step 7, `7` is after all of its notes. */

import type { Position } from '../pkg/jobscope.js';

/** The note that is none: the module takes the last of the step. */
export const LAST_NOTE = 0xffff_ffff;

export function positionOf(text: string): Position | undefined {
  const [, step, note] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim()) ?? [];
  return step === undefined ? undefined : { step: Number(step), note: note === undefined ? LAST_NOTE : Number(note) };
}

export function placeText({ step, note }: Position): string {
  return note === LAST_NOTE ? String(step) : `${step}.${note}`;
}
