/** Pod accounting: finished, announced in the status, finalizer off, counted; and the back-off record. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Accounting, BackoffView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

@customElement('jobscope-accounting')
export class AccountingPanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      padding: 10px var(--pad);
    }
    ol {
      display: grid;
      grid-template-columns: repeat(4, auto);
      justify-content: space-between;
      gap: 8px;
      max-width: 400px;
    }
    li {
      color: var(--muted);
      font-size: var(--small);
      line-height: 16px;
    }
    li b {
      display: flex;
      gap: 6px;
      color: var(--ink);
      font-size: 15px;
      line-height: 20px;
    }
    li:not(:last-child) b::after {
      content: '→';
      flex: 1;
      color: var(--muted);
      font-weight: 400;
      text-align: right;
    }
    li .here {
      color: var(--changed);
    }
    .backoff {
      margin-top: 6px;
      color: var(--muted);
      font-size: var(--small);
      line-height: 17px;
    }
  `);

  @property({ attribute: false }) accounting!: Accounting;
  @property({ attribute: false }) backoff: BackoffView | undefined;

  protected override render() {
    const t = this.page.accounting;
    const { finished, uncounted, released, countedSucceeded, countedFailed } = this.accounting;
    return html`<section data-testid="accounting">
      <h2>${t.title}</h2>
      <ol>
        ${this.#stage(finished, t.finished)} ${this.#stage(uncounted, t.uncounted)}
        ${this.#stage(released, t.released)}
        <li>
          <b
            ><span class=${countedSucceeded > 0 ? 'succeeded' : 'muted'}>${countedSucceeded} ✓</span>
            <span class=${countedFailed > 0 ? 'failed' : 'muted'}>${countedFailed} ✕</span></b
          >${t.counted}
        </li>
      </ol>
      <p class="backoff" data-testid="backoff">
        ${this.backoff && this.backoff.failures > 0
          ? t.backoff(
              this.backoff.failures,
              this.backoff.lastFailureMs === undefined ? '' : this.say.clock(this.backoff.lastFailureMs),
            )
          : t.noBackoff}
      </p>
    </section>`;
  }

  #stage(count: number, name: string) {
    return html`<li><b><span class=${count > 0 ? 'here' : ''}>${count}</span></b>${name}</li>`;
  }
}
