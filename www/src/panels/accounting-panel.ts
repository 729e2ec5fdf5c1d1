/** Pod accounting: finished, announced in the status, finalizer off, counted; and the back-off record. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Accounting, BackoffView, LastCount } from '../../pkg/jobscope.js';
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
      padding-right: 4px;
      line-height: 20px;
      text-align: center;
    }
    b {
      display: flex;
      justify-content: center;
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
      text-align: center;
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
  @property({ attribute: false }) lastCount: LastCount | undefined;

  protected override render() {
    const t = this.page.accounting;
    return html`<section data-testid="accounting">
      <h2>${t.title}</h2>
      ${this.accounting.live ? this.#counted() : html`<ol>${this.#stages()}</ol>`}
      ${this.#sums()}
      <p class="backoff" data-testid="backoff">${this.accounting.live ? t.anew : this.#backoff()}</p>
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

  /** What the last sync went by: its sums may be older than the numbers above. */
  #sums(): TemplateResult | typeof nothing {
    if (!this.lastCount) return nothing;
    const t = this.page.accounting;
    const { step, note } = this.lastCount;
    if (note.id !== 'counted' && note.id !== 'countedIndexed') return nothing;
    const sides = [['✓', note.succeeded], ['✕', note.failed]] as const;
    const sums = sides.flatMap(([sign, side]) => (side === 0 || (typeof side === 'object' && side.total === 0) ? [] : [t.sum(sign, side)]));
    if (sums.length === 0) return nothing;
    return html`<p class="backoff" data-testid="sums">${t.lastSync(step)}${this.page.marks.colon}${sums.join(this.page.marks.comma)}</p>`;
  }

  #backoff(): string {
    const t = this.page.accounting;
    if (!this.backoff || this.backoff.failures === 0) return t.noBackoff;
    const { failures, lastFailureMs, untilMs } = this.backoff;
    if (untilMs !== undefined) return t.backoffUntil(failures, this.say.clock(untilMs));
    return t.backoff(failures, lastFailureMs === undefined ? '' : this.say.clock(lastFailureMs));
  }
}
