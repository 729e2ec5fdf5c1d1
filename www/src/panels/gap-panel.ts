/** The gap: pods wanted, existing, seen and counted. Where these differ, something is still to happen. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Gap } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

@customElement('jobscope-gap')
export class GapPanel extends Panel {
  static override styles = Panel.withParts(css`
    dl {
      display: grid;
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
    div {
      padding: 8px var(--pad);
      border-left: 1px solid var(--line);
    }
    div:first-child {
      border-left: 0;
    }
    dt {
      color: var(--muted);
      font-size: var(--small);
      line-height: 16px;
    }
    dd {
      font-size: 20px;
      font-weight: 650;
      line-height: 28px;
    }
    .differs dd {
      color: var(--waiting);
    }
    dd {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      column-gap: 6px;
    }
    .note {
      line-height: 16px;
      white-space: nowrap;
      font-size: var(--small);
      font-weight: 400;
    }
    .counts {
      column-gap: 10px;
    }
    .counts [aria-hidden] {
      font-size: 15px;
    }
    @media (forced-colors: active) {
      .differs dd {
        text-decoration: underline;
      }
    }
    @container (max-width: 460px) {
      dl {
        grid-template-columns: 1fr 1fr;
      }
      div:nth-child(odd) {
        border-left: 0;
      }
      div:nth-child(n + 3) {
        border-top: 1px solid var(--line);
      }
    }
    :host {
      container-type: inline-size;
    }
  `);

  @property({ attribute: false }) gap!: Gap;

  protected override render() {
    const t = this.page.gap;
    const { wantActive, existActive, seenActive, countedSucceeded, countedFailed } = this.gap;
    return html`
      <dl data-testid="gap" aria-label=${t.label}>
        ${this.#number('want', wantActive, '')}
        ${this.#number('exist', existActive, existActive === wantActive ? '' : t.not(this.say.number(wantActive)))}
        ${this.#number('seen', seenActive, seenActive === existActive ? '' : t.not(this.say.number(existActive)))}
        <div data-gap="counted">
          <dt>${t.counted}</dt>
          <dd class="counts">
            <span class=${countedSucceeded > 0 ? 'succeeded' : 'muted'}
              >${this.say.number(countedSucceeded)} <span aria-hidden="true">✓</span
              ><span class="hidden-text">${t.succeeded}</span></span
            >
            <span class=${countedFailed > 0 ? 'failed' : 'muted'}
              >${this.say.number(countedFailed)} <span aria-hidden="true">✕</span
              ><span class="hidden-text">${t.failed}</span></span
            >
          </dd>
        </div>
      </dl>
    `;
  }

  #number(which: 'want' | 'exist' | 'seen', value: number, differs: string) {
    return html`<div data-gap=${which} class=${differs ? 'differs' : ''}>
      <dt>${this.page.gap[which]}</dt>
      <dd>${this.say.number(value)}${differs && html`<span class="note">${differs}</span>`}</dd>
    </div>`;
  }
}
