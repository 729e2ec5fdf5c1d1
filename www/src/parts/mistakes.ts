/** What is wrong with a manifest, in words: line and column, field, and what the API server says. */

import { css, html, nothing, type TemplateResult } from 'lit';
import type { Mistake } from '../manifest.js';
import type { PageWords } from '../panel.js';

export const mistakeStyles = css`
  .mistakes {
    margin-bottom: 12px;
    padding-left: 10px;
    border-left: 2px solid var(--failed);
  }
  .mistakes p {
    overflow-wrap: anywhere;
  }
  .mistakes p + p {
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
  mistakes: readonly Mistake[],
  words: PageWords['spec'],
  goTo: (line: number) => void,
): TemplateResult | typeof nothing {
  if (mistakes.length === 0) return nothing;
  return html`<div class="mistakes" data-testid="mistakes">
    ${mistakes.map(
      ({ message, path, place }) => html`<p>
        ${place
          ? html`<button @click=${() => goTo(place.line)}>${words.place(place.line, place.column)}</button>`
          : nothing}
        ${path && !message.startsWith(path) ? html`<code>${path}</code>: ` : nothing}${message}
      </p>`,
    )}
    <p class="small muted">${words.kept}</p>
  </div>`;
}
