/** Pod accounting: finished, announced in the status, finalizer off, counted; and the back-off record. */

import { css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Accounting, BackoffView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

@customElement('jobscope-accounting')
export class AccountingPanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      padding: 10px var(--pad);
    }
    /* A column for each stage, and one for each arrow between two. */
    ol {
      display: grid;
      grid-template-columns: auto repeat(3, minmax(12px, 1fr) auto);
      max-width: 400px;
    }
    li {
      display: grid;
      grid-column: span 2;
      grid-template-columns: subgrid;
      color: var(--muted);
      font-size: var(--small);
      line-height: 16px;
    }
    li:first-child {
      grid-column: span 1;
    }
    li:not(:first-child)::before {
      content: '→';
      line-height: 20px;
      text-align: center;
    }
    b {
      display: flex;
      gap: 6px;
      font-size: 15px;
      line-height: 20px;
      white-space: nowrap;
    }
    .here {
      color: var(--ink);
    }
    li > span {
      grid-column: -2;
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
  /** A finalizer holds each pod until it is counted, once; else every sync counts anew. */
  @property({ type: Boolean }) once = false;

  protected override render() {
    const t = this.page.accounting;
    return html`<section data-testid="accounting">
      <h2>${t.title}</h2>
      ${this.once ? html`<ol>${this.#stages()}</ol>` : this.#counted()}
      <p class="backoff" data-testid="backoff">${this.once ? this.#backoff() : t.anew}</p>
    </section>`;
  }

  #stages(): TemplateResult {
    const t = this.page.accounting;
    const { finished, uncounted, released } = this.accounting;
    return html`
      ${this.#stage(finished, t.finished)} ${this.#stage(uncounted, t.uncounted)} ${this.#stage(released, t.released)}
      <li>${this.#counted()}<span>${t.counted}</span></li>
    `;
  }

  #stage(count: number, name: string): TemplateResult {
    return html`<li><b class=${count > 0 ? 'here' : ''}>${this.say.number(count)}</b><span>${name}</span></li>`;
  }

  #counted(): TemplateResult {
    const { countedSucceeded, countedFailed } = this.accounting;
    return html`<b
      ><span class=${countedSucceeded > 0 ? 'succeeded' : 'muted'}>${this.say.number(countedSucceeded)} ✓</span>
      <span class=${countedFailed > 0 ? 'failed' : 'muted'}>${this.say.number(countedFailed)} ✕</span></b
    >`;
  }

  #backoff(): string {
    const t = this.page.accounting;
    if (!this.backoff || this.backoff.failures === 0) return t.noBackoff;
    const { failures, lastFailureMs } = this.backoff;
    return t.backoff(failures, lastFailureMs === undefined ? '' : this.say.clock(lastFailureMs));
  }
}
