/** What may happen next: the actions that are open by themselves, on keys 1 to 9, and jumps in time. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { NextAction } from '../../pkg/jobscope.js';
import { actionLabel, actionSentence, plain } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { barStyles } from '../parts/bar.js';

const jumps = [1_000, 10_000, 300_000];
const KEYS = 9;

@customElement('jobscope-next')
export class NextPanel extends Panel {
  static override styles = [
    Panel.withParts(barStyles),
    css`
      button {
        display: inline-flex;
        align-items: center;
        gap: 6px;
      }
      @media (min-width: 720px) and (max-width: 1099px) {
        .label {
          display: none;
        }
      }
      button.held {
        border-style: dashed;
      }
    `,
  ];

  @property({ attribute: false }) next: readonly NextAction[] = [];

  protected override render() {
    const t = this.page.next;
    return html`
      <div class="bar" role="group" aria-label=${t.title} data-home tabindex="-1">
        <h2>${t.title}</h2>
        <div class="row grow" data-testid="next">
          ${this.next.length === 0 ? html`<span class="empty">${t.none}</span>` : nothing}
          ${this.next.map((next, index) => this.#action(next, index + 1))}
        </div>
        <div class="row" role="group" aria-label=${t.time}>
          <span class="muted small label" aria-hidden="true">${t.time}</span>
          ${jumps.map(
            (ms) => html`<button
              data-testid="jump-${ms}"
              @click=${() => this.send({ do: 'act', action: { action: 'passTime', ms } })}
            >
              +${this.say.span(ms)}
            </button>`,
          )}
        </div>
      </div>
    `;
  }

  #action({ action, held }: NextAction, number: number) {
    const t = this.page.next;
    return html`<button
      class=${held ? 'held' : ''}
      data-next=${action.action}
      title=${plain(actionSentence(action, this.words, this.say))}
      @click=${() => this.send({ do: 'act', action })}
    >
      ${number <= KEYS ? html`<kbd aria-hidden="true">${number}</kbd>` : nothing} ${actionLabel(action, this.words, this.say)}
      ${held ? html`<span class="waiting">${t.held}</span>` : nothing}
    </button>`;
  }
}
