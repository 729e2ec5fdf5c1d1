/** Plays a run by virtual time: waits as long as the run says, then asks for the next move. */

import type { Size } from '../pkg/jobscope.js';
import type { Command } from './command.js';
import type { Session } from './session.js';

/** So that a move without duration can still be seen. */
const BEAT_MS = 320;
/** A run that waits for hours is not waited for. */
const WAIT_MS_MAX = 2_500;

export class Player extends EventTarget {
  speed = 4;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #session: () => Session | undefined;
  readonly #size: () => Size;

  /** Plays the run of a moment, by the moves of that moment: notes, or else syncs. */
  constructor(session: () => Session | undefined, size: () => Size) {
    super();
    this.#session = session;
    this.#size = size;
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  play(): void {
    if (this.playing) return;
    this.#schedule();
    this.dispatchEvent(new Event('change'));
  }

  pause(): void {
    if (!this.playing) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.dispatchEvent(new Event('change'));
  }

  /** Does what a command asks of the player; false if it asks something else. */
  follow(command: Command): boolean {
    switch (command.do) {
      case 'play':
        this.play();
        return true;
      case 'pause':
        this.pause();
        return true;
      case 'speed':
        this.speed = command.speed;
        return true;
      default:
        return false;
    }
  }

  #schedule(): void {
    const ms = this.#session()?.prospect(this.#size());
    if (ms === undefined) return this.pause();
    const wait = Math.min(WAIT_MS_MAX, Math.max(BEAT_MS, ms / this.speed));
    this.#timer = setTimeout(() => {
      this.#session()?.dispatch({ do: 'forward', size: this.#size() === 'note' ? 'note' : 'sync' });
      // The move may have paused the player.
      if (this.playing) this.#schedule();
    }, wait);
  }
}
