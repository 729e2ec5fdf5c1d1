/** The Job in a line above its pods: how it ended, its revision, and what is being done to it. */

import { css, html, nothing, type TemplateResult } from 'lit';
import type { JobStatus } from '../../pkg/jobscope.js';
import type { PageWords } from '../panel.js';
import { trueConditions } from './condition.js';
import { shape } from './shapes.js';

export const jobLineStyles = css`
  .job {
    margin-bottom: 8px;
    color: var(--muted);
    font-size: var(--small);
    line-height: 18px;
    overflow-wrap: anywhere;
    text-wrap: wrap;
    word-break: keep-all;
  }
  .job .fact {
    white-space: nowrap;
  }
  .job b {
    font-weight: 600;
    white-space: nowrap;
  }
  .job b svg {
    display: inline-block;
    width: 13px;
    height: 13px;
    vertical-align: -2px;
  }
`;

/** The conditions that end a Job, or are about to; of the first that holds its shape tells the colour. */
const ends = [
  ['Complete', 'succeeded'],
  ['Failed', 'failed'],
  ['SuccessCriteriaMet', 'succeeded'],
  ['FailureTarget', 'failed'],
] as const;

export function jobEnd(status: JobStatus): TemplateResult | typeof nothing {
  const held = trueConditions(status);
  const end = ends.find(([type]) => held.includes(type));
  return end ? html`<b class=${end[1]}>${shape(end[1])} ${end[0]}</b>` : nothing;
}

/** The name, then facts. The dot between two stays with the one before it, a number with its word. */
export function jobLine(name: string, facts: readonly unknown[], words: PageWords): TemplateResult {
  const shown = facts
    .filter((fact) => fact !== nothing)
    .map((fact) => (typeof fact === 'string' ? fact.replace(/ (?=\d)/g, '\u00a0') : fact));
  return html`<span class="mono">${words.board.job(name)}</span>${shown.map((fact) => html`\u00a0· <span class="fact">${fact}</span>`)}`;
}

/** What is being done to it. */
export function jobState({ suspended, deleting }: { suspended: boolean; deleting: boolean }, words: PageWords): TemplateResult[] {
  const t = words.board;
  return [
    ...(deleting ? [html`<span class="terminating">${t.jobDeleting}</span>`] : []),
    ...(suspended ? [html`<span class="waiting">${t.jobSuspended}</span>`] : []),
  ];
}
