/** A pod as a card: shape, name, state, and what holds for it. Used for the API server's copy and the cache's. */

import { css, html, type TemplateResult } from 'lit';
import type { PodFace } from '../../pkg/jobscope.js';
import type { PageWords } from '../panel.js';
import { stateOf } from './pod.js';
import { lock, shape } from './shapes.js';
import { styled } from './styled.js';

/** A long name gives way before its end, which tells pods apart. */
export const nameStyles = css`
  .pod-name {
    display: flex;
    min-width: 0;
    font: 12px / 20px var(--mono);
    overflow-wrap: anywhere;
  }
  .pod-name :first-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .pod-name :last-child {
    flex: none;
  }
`;

export const cardStyles = css`
  ${nameStyles}
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
  /* It takes the room that there is. */
  .top .name {
    flex: 1 1 90px;
    min-width: 0;
  }
  .card:focus-within .name {
    display: block;
  }
  .card:focus-within .name :first-child {
    white-space: normal;
  }
  .top > :last-child {
    flex: none;
    margin-left: auto;
    text-align: right;
    white-space: nowrap;
  }
  .body {
    padding-left: 22px;
  }
  .facts {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    /* Each fact brings the dot before it; those at the start of a line are clipped. */
    margin-left: -14px;
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

/** So much of a name at least stands beside the state; the end of it always does. */
const NAME_MIN = 20;
const TAIL = 6;

export function cardTop(name: string, face: PodFace, words: PageWords): TemplateResult {
  const state = stateOf(face);
  return html`<div class="top">
    ${shape(state)}
    ${cutName(name)}
    <span class=${state} data-state=${state}>${stateText(face, words)}</span>
  </div>`;
}

/** A name as long as there is room for it; whole while something in its card has the focus. */
export function cutName(name: string): TemplateResult {
  const basis = `${Math.min(name.length, NAME_MIN)}ch`;
  return html`<span class="name pod-name" title=${name} ${styled({ 'flex-basis': basis })}
    ><span>${name.slice(0, -TAIL)}</span><span>${name.slice(-TAIL)}</span></span
  >`;
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
