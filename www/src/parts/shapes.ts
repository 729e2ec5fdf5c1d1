/** The shapes that stand for what a pod is: told apart without colour. */

import { svg, type SVGTemplateResult } from 'lit';
import type { PodState } from './pod.js';

const drawings: Record<PodState, SVGTemplateResult> = {
  pending: svg`<circle cx="8" cy="8" r="5.5" />`,
  running: svg`<circle cx="8" cy="8" r="5.5" /><path d="M8 2.5a5.5 5.5 0 0 0 0 11z" fill="currentColor" />`,
  ready: svg`<circle cx="8" cy="8" r="5.5" fill="currentColor" />`,
  succeeded: svg`<rect x="2.5" y="2.5" width="11" height="11" rx="2" /><path d="m5 8.2 2.1 2.2L11 5.8" />`,
  failed: svg`<path d="m3.5 3.5 9 9m0-9-9 9" stroke-width="2" />`,
  terminating: svg`<circle cx="8" cy="8" r="5.5" stroke-dasharray="2.6 1.8" />`,
  unknown: svg`<path d="M6 6a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1v.6" /><circle cx="8" cy="12" r="1" fill="currentColor" stroke="none" />`,
};

export function shape(state: PodState): SVGTemplateResult {
  return svg`<svg class="shape ${state}" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6"
    aria-hidden="true">${drawings[state]}</svg>`;
}

/** A finalizer holds the pod. */
export function lock(): SVGTemplateResult {
  return svg`<svg viewBox="0 0 12 12" width="11" height="11" fill="none" stroke="currentColor" stroke-width="1.3"
    aria-hidden="true"><rect x="2" y="5.2" width="8" height="5.6" rx="1" /><path d="M4 5V3.6a2 2 0 0 1 4 0V5" /></svg>`;
}

const glyphs = {
  first: svg`<path d="M3.5 3v10M13 3.5v9L6 8z" />`,
  back: svg`<path d="M11.5 3.5v9L4.5 8z" />`,
  forward: svg`<path d="M4.5 3.5v9l7-4.5z" />`,
  last: svg`<path d="M12.5 3v10M3 3.5v9L10 8z" />`,
  play: svg`<path d="M4.5 3.5v9l7-4.5z" />`,
  pause: svg`<path d="M5 3.5v9M11 3.5v9" stroke-width="2.4" />`,
  fork: svg`<path d="M4 2v12M4 9.5c0-3 8-1 8-5V2" fill="none" />`,
  theme: svg`<circle cx="8" cy="8" r="5.5" fill="none" /><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" />`,
};

export function glyph(name: keyof typeof glyphs): SVGTemplateResult {
  return svg`<svg viewBox="0 0 16 16" width="12" height="12" fill="currentColor" stroke="currentColor"
    stroke-width="1.5" stroke-linejoin="round" aria-hidden="true">${glyphs[name]}</svg>`;
}
