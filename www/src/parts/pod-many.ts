/** Names and shapes of the states that a map of pods knows: those of a card, and a pod that only the cache has. */

import { svg, type SVGTemplateResult } from 'lit';
import type { PageWords } from '../panel.js';
import type { ManyState } from '../pods.js';
import { shape } from './shapes.js';

export function manyText(state: ManyState, words: PageWords): string {
  return state === 'gone' ? words.podMap.gone : words.pod.state[state];
}

export function manyShape(state: ManyState): SVGTemplateResult {
  if (state !== 'gone') return shape(state);
  return svg`<svg class="shape" viewBox="0 0 16 16" stroke="currentColor" stroke-width="1.6" aria-hidden="true"
    ><path d="M5 8h6" /></svg>`;
}
