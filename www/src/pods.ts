/** All pods of a moment, however many: a byte for each, and rows by the page. */

import type { PodRow, Simulator, Snapshot } from '../pkg/jobscope.js';
import type { PodState } from './parts/pod.js';

/** By the low three bits of a pod's byte. */
export const podStates = [
  'pending',
  'running',
  'ready',
  'succeeded',
  'failed',
  'terminating',
  'unknown',
  'gone',
] as const satisfies readonly (PodState | 'gone')[];

export type ManyState = (typeof podStates)[number];

/** What else a pod's byte says. */
export const CHANGED = 8;
export const CACHE_DIFFERS = 16;
export const NOT_COUNTED = 32;
const STATE = 7;

export function stateAt(byte: number): ManyState {
  return podStates[byte & STATE] ?? 'unknown';
}

/** With more pods than this, cards give way to a map. */
export const CARDS_MAX = 60;
/** With more than this, its cells may get too small for shapes. */
export const GRID_MAX = 2_000;
const PAGE = 100;

type Asked = Pick<Simulator, 'pods' | 'pod' | 'podStates'>;

/** The pods at one snapshot. What was asked is kept: nothing is asked twice. */
export class Pods {
  readonly total: number;
  readonly #simulator: Asked;
  readonly #pages = new Map<number, readonly PodRow[]>();
  #bytes: Uint8Array | undefined;
  #isGone = false;

  constructor(simulator: Asked, { pods, podsTotal }: Pick<Snapshot, 'pods' | 'podsTotal'>) {
    this.#simulator = simulator;
    this.total = podsTotal;
    if (pods.length >= Math.min(PAGE, podsTotal)) this.#pages.set(0, pods.slice(0, PAGE));
  }

  /** The run went on, or the module trapped: only what was asked before is still known. */
  close(): void {
    this.#isGone = true;
  }

  /** One byte a pod, by key. */
  get bytes(): Uint8Array {
    if (!this.#bytes && !this.#isGone) {
      this.#bytes = this.#simulator.podStates();
    }
    return this.#bytes ?? new Uint8Array();
  }

  /** The pod of this number, by key. */
  at(number: number): PodRow | undefined {
    const first = number - (number % PAGE);
    if (!this.#pages.has(first) && !this.#isGone) this.#pages.set(first, this.#simulator.pods(first, PAGE).rows);
    return this.#pages.get(first)?.[number - first];
  }

  /** That pod, if its page has been asked for. */
  known(number: number): PodRow | undefined {
    return this.#pages.get(number - (number % PAGE))?.[number % PAGE];
  }

  row(key: string): PodRow | undefined {
    return this.#isGone ? undefined : this.#simulator.pod(key);
  }

  /** The number of a pod, near which it was before. */
  numberOf(key: string, near: number): number {
    const number = this.known(near)?.key === key ? near : this.placeOf(key);
    return this.#keyAt(number) === key ? number : -1;
  }

  /** How many pods come before this key. */
  placeOf(key: string): number {
    let [low, high] = [0, this.total];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#keyAt(middle), key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #keyAt(number: number): string {
    const row = this.known(number) ?? (this.#isGone ? undefined : this.#simulator.pods(number, 1).rows[0]);
    return row?.key ?? '';
  }
}

/** Keys are ordered by namespace first, then by name. */
function isBefore(one: string, other: string): boolean {
  const [namespace = '', name = ''] = one.split('/');
  const [otherNamespace = '', otherName = ''] = other.split('/');
  return namespace === otherNamespace ? name < otherName : namespace < otherNamespace;
}
