/** Many pods as a dense grid: a shape each, whose card opens on a press. */

import { css, html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PodRow } from '../../pkg/jobscope.js';
import type { PageWords } from '../panel.js';
import { stateText } from './pod-card.js';
import { stateOf } from './pod.js';
import { shape } from './shapes.js';

export const gridStyles = css`
  .grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, 26px);
    gap: 2px;
    margin-bottom: 8px;
  }
  .grid button,
  .grid span {
    display: grid;
    place-content: center;
    width: 26px;
    height: 26px;
    padding: 0;
    border: 1px solid transparent;
    border-radius: 4px;
    background: none;
  }
  .grid button:hover {
    background: var(--hover);
  }
  .grid .changed {
    background: var(--changed-tint);
  }
  .grid [aria-pressed='true'] {
    border-color: var(--accent);
  }
`;

export function podGrid(
  rows: readonly PodRow[],
  chosen: string,
  words: PageWords,
  choose: (key: string) => void,
): TemplateResult {
  return html`<ul class="grid">
    ${repeat(rows, (row) => row.key, (row) => {
      const face = row.stored ?? row.cached;
      if (!face) return html``;
      const label = words.pod.inGrid(row.name, stateText(face, words));
      return html`<li>
        <button
          class=${row.changed ? 'changed' : ''}
          aria-pressed=${row.key === chosen}
          aria-label=${label}
          title=${label}
          @click=${() => choose(row.key)}
        >
          ${shape(stateOf(face))}
        </button>
      </li>`;
    })}
  </ul>`;
}
