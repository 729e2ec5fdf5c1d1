/** A line of a status, with the sign of its change. */

import { css, html, nothing, type TemplateResult } from 'lit';
import type { PageWords } from '../panel.js';
import type { StatusLine } from './status-lines.js';
import { styled } from './styled.js';

export const lineStyles = css`
  .lines {
    margin: 0 calc(-1 * var(--pad));
    font: 12px / 20px var(--mono);
  }
  .lines li {
    display: grid;
    grid-template-columns: 12px 1fr;
    padding: 0 var(--pad);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .lines .removed {
    color: var(--muted);
    text-decoration: line-through;
  }
  .lines .sign {
    color: var(--changed);
    font-weight: 700;
  }
  .lines .whole {
    display: inline-block;
    text-indent: 0;
  }
  .lines .was {
    color: var(--muted);
  }
`;

/** A line that wraps goes on this much to the right of its start. */
const HANG = 2;

export function statusLine({ sign, text, indent, before }: StatusLine, words: PageWords['status']): TemplateResult {
  const name = { ' ': '', '+': words.added, '-': words.removed, '~': words.edited }[sign];
  return html`<li class=${sign === ' ' ? '' : 'changed'}>
    <span class="sign" aria-hidden="true">${sign}</span
    ><span
      class=${sign === '-' ? 'removed' : ''}
      ${styled({ 'padding-left': `${indent + HANG}ch`, 'text-indent': `${-indent - HANG}ch` })}
      >${name ? html`<span class="hidden-text">${name} </span>` : nothing}${scalar(text)}${before === undefined
        ? nothing
        : html`<span class="was">  ${words.was(before)}</span>`}</span
    >
  </li>`;
}

/** A value of one word goes to the next line as a whole. */
function scalar(text: string) {
  const [, key, value] = /^( *(?:- )?[^ :]+: )(\S+)$/.exec(text) ?? [];
  return value === undefined ? text : html`${key}<span class="whole">${value}</span>`;
}
