/** What is wrong with a manifest, in words: line and column, field, and what the API server says. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { kindOf, type Finding } from '../editor/finding.js';
import type { Place } from '../manifest.js';
import type { PageWords } from '../panel.js';

export const mistakeStyles = css`
  .mistakes {
    margin-bottom: 12px;
  }
  .mistakes li {
    padding-left: 10px;
    border-left: 2px solid var(--failed);
    overflow-wrap: anywhere;
  }
  .mistakes .warning {
    border-left-style: dotted;
    border-left-color: var(--waiting);
  }
  .mistakes .warning button {
    color: var(--waiting);
  }
  .mistakes li + li,
  .mistakes ul + p {
    margin-top: 4px;
  }
  .mistakes button {
    margin-right: 4px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--failed);
    font-weight: 600;
    text-decoration: underline;
  }
`;

export function mistakeList(
  mistakes: readonly Finding[],
  words: PageWords['spec'],
  goTo: (place: Place) => void,
): TemplateResult | typeof nothing {
  if (mistakes.length === 0) return nothing;
  return html`<div class="mistakes" data-testid="mistakes">
    <ul>
      ${mistakes.map((mistake) => {
        const { message, path, place } = mistake;
        return html`<li class=${kindOf(mistake)}>
          ${place ? html`<button @click=${() => goTo(place)}>${words.place(place.line, place.column)}</button>` : nothing}
          ${path && !message.startsWith(path) ? html`<code>${path}</code>: ` : nothing}${message}
        </li>`;
      })}
    </ul>
    ${mistakes.some((mistake) => kindOf(mistake) === 'mistake') ? html`<p class="small muted">${words.kept}</p>` : nothing}
  </div>`;
}
