/** The keyboard map: which key asks for what. */

import type { Position, Size } from '../pkg/jobscope.js';
import type { Command } from './command.js';
import { keep, kept } from './kept.js';

export type KeyAct =
  | { key: 'forward' | 'back'; size?: Size }
  | { key: 'first' | 'last' | 'play' | 'fork' | 'why' | 'editor' | 'share' | 'help' | 'leave' }
  | { key: 'next'; number: number };

const KEPT = 'jobscope-keys';
/** Letters, digits and signs mean nothing anywhere. */
let areOff = kept(KEPT, ['off']) !== undefined;

/** Whether single letters, digits and signs act. */
export function singleKeysAct(): boolean {
  return !areOff;
}

export function setSingleKeys(act: boolean): void {
  areOff = !act;
  keep(KEPT, act ? undefined : 'off');
}

/** What a key press means; `undefined` where it means nothing here, or is part of typing. */
export function keyAct(event: KeyboardEvent): KeyAct | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return undefined;
  const path = event.composedPath();
  const target = path[0];
  if (event.key === 'Escape') return { key: 'leave' };
  if (isTyping(target)) return undefined;
  if (event.key.length === 1 && event.key !== ' ' && (areOff || path.some(isQuiet))) return undefined;
  const size: { size?: Size } = event.ctrlKey ? { size: 'quiet' } : event.shiftKey ? { size: 'sync' } : {};
  switch (event.key) {
    case 'ArrowRight':
    case '.':
    case '>':
      return isSteered(target) && event.key === 'ArrowRight' ? undefined : { key: 'forward', ...size };
    case 'ArrowLeft':
    case ',':
    case '<':
      return isSteered(target) && event.key === 'ArrowLeft' ? undefined : { key: 'back', ...size };
  }
  if (event.ctrlKey) return undefined;
  switch (event.key) {
    case 'Home':
      return isSteered(target) ? undefined : { key: 'first' };
    case 'End':
      return isSteered(target) ? undefined : { key: 'last' };
    case ' ':
      return isPressed(target) ? undefined : { key: 'play' };
    case 'f':
      return { key: 'fork' };
    case 'w':
      return { key: 'why' };
    case 'e':
      return { key: 'editor' };
    case 's':
      return { key: 'share' };
    case '?':
      return { key: 'help' };
  }
  return /^[1-9]$/.test(event.key) ? { key: 'next', number: Number(event.key) } : undefined;
}

function isTyping(target: EventTarget | undefined): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'range' && target.type !== 'checkbox';
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Beside the board, letters, digits and signs mean nothing: who has the focus there does not speak to it. */
function isQuiet(place: EventTarget): boolean {
  return place instanceof HTMLElement && place.dataset['quiet'] !== undefined;
}

/** Arrow keys, Home and End have a meaning of their own in a slider and in a row of tabs. */
function isSteered(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.matches('input[type=range], [role=tab]');
}

/** Space presses what is focused. */
function isPressed(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.matches('button, summary, a, input, [role=tab]');
}

export interface Moment {
  size: Size;
  /** The last place of the branch. */
  end: Position;
  playing: boolean;
}

/** What a key asks of the run itself, wherever it is shown; `undefined` for what concerns the page around it. */
export function runCommand(act: KeyAct, { size, end, playing }: Moment): Command | undefined {
  switch (act.key) {
    case 'forward':
    case 'back':
      return { do: act.key, size: act.size ?? size };
    case 'first':
      return { do: 'seek', position: { step: 0, note: 0 } };
    case 'last':
      return { do: 'seek', position: end };
    case 'play':
      return { do: playing ? 'pause' : 'play' };
    case 'fork':
      return { do: 'fork' };
    default:
      return undefined;
  }
}
