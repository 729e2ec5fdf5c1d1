/** The marks of steps on the timeline: what stands for which sorts of step. */

import { css } from 'lit';

/** The class of a mark, how high it stands, and which steps it stands for, by the numbers of `Simulator.stepKinds`. */
export const markKinds: readonly (readonly [name: string, height: number, steps: readonly number[]])[] = [
  ['plain', 4, [0, 1, 4]],
  ['sync', 9, [2, 3]],
  ['act', 0.01, [5]],
  ['fault', 9, [6, 7]],
  ['end', 10, [8]],
];

export const markStyles = css`
  .marks {
    path {
      fill: none;
      stroke: var(--muted);
      vector-effect: non-scaling-stroke;
    }
    .line {
      stroke: var(--edge);
    }
    .sync {
      stroke: var(--accent);
      stroke-width: 1.5px;
    }
    .act {
      stroke: var(--ink);
      stroke-width: 7px;
      stroke-linecap: round;
    }
    .fault {
      stroke: var(--failed);
      stroke-dasharray: 4 3;
      stroke-width: 2px;
    }
    .end {
      stroke: var(--ink);
      stroke-width: 3px;
    }
    .strip {
      stroke: var(--succeeded);
      stroke-width: 2px;
    }
    .strip.failed {
      stroke: var(--failed);
    }
    .strip.waiting {
      stroke: var(--waiting);
    }
  }
  @media (forced-colors: active) {
    .marks :is(path, .line, .act, .end) {
      stroke: CanvasText;
    }
    .marks .sync {
      stroke: Highlight;
    }
  }
`;
