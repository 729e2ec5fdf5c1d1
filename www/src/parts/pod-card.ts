/** A pod as a card: shape, name, state, and what holds for it. Used for the API server's copy and the cache's. */

import { css, html, type TemplateResult } from 'lit';
import type { PodFace } from '../../pkg/jobscope.js';
import type { PageWords } from '../panel.js';
import { middle } from '../i18n/format.js';
import { stateOf } from './pod.js';
import { lock, shape } from './shapes.js';

export const cardStyles = css`
  .card {
    position: relative;
    padding: 6px 8px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .card + .card {
    margin-top: 6px;
  }
  .card.changed {
    border-left-color: var(--changed);
    background: var(--changed-tint);
    box-shadow: inset 1px 0 0 var(--changed);
  }
  .card.terminating-card {
    border-style: dashed;
    border-color: var(--edge-strong);
  }
  .card.unseen {
    border-style: dashed;
    border-color: var(--edge);
    background: repeating-linear-gradient(-45deg, transparent 0 5px, var(--hatch) 5px 6px) var(--page);
    color: var(--muted);
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 6px;
    line-height: 20px;
  }
  .top .name {
    flex: none;
    font-family: var(--mono);
    font-size: 12px;
  }
  /* Whole for those who hear it; drawn whole while the card has the focus. */
  .top .whole {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .card:focus-within .top .name {
    flex: 1 1 100%;
    order: 1;
    overflow-wrap: anywhere;
  }
  .card:focus-within .top .name:not(:has(.cut)) {
    flex: none;
    order: 0;
  }
  .card:focus-within .top .cut {
    display: none;
  }
  .card:focus-within .top .whole {
    position: static;
    width: auto;
    height: auto;
    clip-path: none;
  }
  .top > :last-child {
    flex: 1;
    text-align: right;
    white-space: nowrap;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    /* Each fact brings the dot before it; those at the start of a line are clipped. */
    margin-left: 8px;
    clip-path: inset(0 0 0 14px);
    color: var(--muted);
    font-size: var(--small);
    line-height: 18px;
  }
  .facts li {
    position: relative;
    padding-left: 14px;
  }
  .facts li::before {
    content: '·';
    position: absolute;
    left: 0;
    width: 14px;
    text-align: center;
  }
  .facts .new {
    color: var(--changed);
    font-weight: 600;
  }
  .facts svg {
    position: relative;
    top: 1px;
    margin-right: 3px;
  }
`;

/** Names longer than this are cut in the middle. */
const NAME_MAX = 20;

export function cardTop(name: string, face: PodFace, words: PageWords): TemplateResult {
  const state = stateOf(face);
  return html`<div class="top">
    ${shape(state)}
    ${cutName(name)}
    <span class=${state} data-state=${state}>${stateText(face, words)}</span>
  </div>`;
}

/** A name cut in the middle; whole while something in its card has the focus. */
export function cutName(name: string): TemplateResult {
  const cut = middle(name, NAME_MAX);
  if (cut === name) return html`<span class="name">${name}</span>`;
  return html`<span class="name" title=${name}><span class="cut" aria-hidden="true">${cut}</span><span class="whole">${name}</span></span>`;
}

export function stateText(face: PodFace, words: PageWords): string {
  const state = stateOf(face);
  if (state === 'failed' && face.exitCode !== undefined) return words.pod.failedWith(face.exitCode);
  return words.pod.state[state];
}

/** Facts of one copy of a pod, each a few words. */
export function faceFacts(face: PodFace, words: PageWords): (string | TemplateResult)[] {
  const t = words.pod;
  const facts: (string | TemplateResult)[] = [];
  if (face.reason) facts.push(face.reason);
  if (face.phase === 'Pending' && !face.scheduled && !face.deleting) facts.push(t.unscheduled);
  if (face.restarts > 0) facts.push(t.restarts(face.restarts));
  if (face.deleting) facts.push(face.phase === 'Running' || face.phase === 'Pending' ? t.ending : t.deleted);
  if (!face.owned) facts.push(t.unowned);
  if (face.finalizer) facts.push(html`${lock()}${t.finalizer}`);
  return facts;
}
