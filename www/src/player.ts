/** Plays a run by virtual time: waits as long as the run says, then asks for the next move. */

/** What the player looks at between two moves. */
export interface Prospect {
  /** Virtual milliseconds until the next move has happened; `undefined`: nothing is left to happen. */
  ms: number | undefined;
}

/** So that a move without duration can still be seen. */
const BEAT_MS = 320;
/** A run that waits for hours is not waited for. */
const WAIT_MS_MAX = 2_500;

export class Player extends EventTarget {
  speed = 4;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #prospect: () => Prospect;
  readonly #move: () => void;

  constructor(prospect: () => Prospect, move: () => void) {
    super();
    this.#prospect = prospect;
    this.#move = move;
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

  #schedule(): void {
    const { ms } = this.#prospect();
    if (ms === undefined) return this.pause();
    const wait = Math.min(WAIT_MS_MAX, Math.max(BEAT_MS, ms / this.speed));
    this.#timer = setTimeout(() => {
      this.#move();
      // The move may have paused the player.
      if (this.playing) this.#schedule();
    }, wait);
  }
}
