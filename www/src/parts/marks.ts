/** The marks of steps on the timeline: what stands for which sort of step. */

import { css } from 'lit';

/** By the numbers of `Simulator.stepKinds`: the class of the mark, and how high it stands. */
export const kinds = [
  ['time', 4],
  ['delivery', 5],
  ['sync', 9],
  ['orphan', 7],
  ['pod', 7],
  ['user', 9],
  ['fault', 9],
  ['failed', 10],
  ['finish', 10],
] as const;

export const markStyles = css`
  .marks {
    path {
      fill: none;
      stroke: var(--edge-strong);
      stroke-width: 1.5px;
      vector-effect: non-scaling-stroke;
    }
    .line {
      stroke: var(--edge);
      stroke-width: 1px;
    }
    .sync,
    .orphan {
      stroke: var(--accent);
    }
    .user {
      stroke: var(--changed);
    }
    .fault {
      stroke: var(--waiting);
    }
    .failed {
      stroke: var(--failed);
      stroke-width: 2px;
    }
    .finish {
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
`;
