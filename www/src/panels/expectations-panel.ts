/** Expectations as a ledger: what the controller is owed by the watch, and whether the gate is open. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ExpectationsView, PodRow } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { styled } from '../parts/styled.js';

/** After five minutes what is owed is given up. */
const EXPIRY_MS = 300_000;
const NAMES_MAX = 4;

@customElement('jobscope-expectations')
export class ExpectationsPanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      height: 100%;
      padding: 10px var(--pad);
    }
    .owed {
      display: flex;
      flex-wrap: wrap;
      gap: 0 16px;
    }
    .expiry {
      display: flex;
      align-items: center;
      gap: 12px;
    }
    .meter {
      flex: 0 1 120px;
      height: 5px;
      border-radius: 3px;
      background: var(--line);
      overflow: hidden;
    }
    .meter span {
      display: block;
      height: 100%;
      background: var(--waiting-fill);
    }
    @media (forced-colors: active) {
      .meter span {
        background: Highlight;
        forced-color-adjust: none;
      }
    }
    p + p {
      margin-top: 2px;
    }
  `);

  @property({ attribute: false }) expectations!: ExpectationsView;
  @property({ attribute: false }) pods: readonly PodRow[] = [];

  protected override render() {
    const t = this.page.expectations;
    const { record, open, changed } = this.expectations;
    const closed = open === undefined;
    return html`<section class=${changed ? 'touched' : ''} data-testid="expectations">
      <h2>${t.title}</h2>
      ${record ? this.#ledger(record) : html`<p class="empty">${t.none}</p>`}
      ${closed && !record ? nothing : html`<p data-testid="gate">
        ${t.gate}${this.page.marks.sentence}<strong class=${closed ? 'waiting' : 'succeeded'}>${closed ? t.closed : t.open}</strong
        >${this.page.marks.colon}${closed ? t.closedBecause : t.openBecause[open]}
      </p>`}
      ${this.#removals()}
    </section>`;
  }

  #ledger({ creations, deletions, ageMs, expiresInMs }: NonNullable<ExpectationsView['record']>) {
    const t = this.page.expectations;
    const owed = creations > 0 || deletions > 0;
    return html`
      <p class="owed">
        ${this.#owed(creations, t.creations)} ${this.#owed(deletions, t.deletions)}
        ${owed ? html`<span class="muted">${t.age(this.say.span(ageMs))}</span>` : nothing}
      </p>
      ${owed
        ? html`<p class="expiry small muted">
            ${t.expiry(this.say.span(expiresInMs))}
            <span class="meter" aria-hidden="true"
              ><span ${styled({ width: `${(expiresInMs / EXPIRY_MS) * 100}%` })}></span
            ></span>
          </p>`
        : nothing}
      ${creations > 0 ? this.#unseen(t.unseen, ({ stored, cached }) => stored !== undefined && !cached) : nothing}
      ${deletions > 0 ? this.#unseen(t.undeleted, ({ stored, cached }) => cached !== undefined && !cached.deleting && stored?.deleting !== false) : nothing}
    `;
  }

  /** Which events would pay: what the API server has done and the cache has not shown. */
  #unseen(what: string, owed: (row: PodRow) => boolean) {
    const names = this.pods.filter(owed).map(({ name }) => name);
    return names.length > 0 ? this.#list('entries', what, names) : nothing;
  }

  /** A record below zero: the watch showed more than the controller had done. */
  #owed(count: number, noun: (count: number) => string) {
    const owed = Math.max(0, count);
    const over = count < 0 ? html` <span class="muted">${this.page.expectations.overpaid(-count)}</span>` : nothing;
    return html`<span><strong>${this.page.expectations.owed(owed)}</strong> ${noun(owed)}${over}</span>`;
  }

  #removals() {
    const names = this.expectations.finalizerRemovals;
    return names.length > 0 ? this.#list('removals', this.page.expectations.removals(names.length), names) : nothing;
  }

  #list(id: string, what: string, names: readonly string[]) {
    const shown = names.slice(0, NAMES_MAX).join(this.page.marks.comma);
    return html`<p class="small" data-testid=${id}>
      ${what}${this.page.marks.sentence}<span class="mono name">${shown}</span>
      ${names.length > NAMES_MAX ? this.page.expectations.moreNames(names.length - NAMES_MAX) : nothing}
    </p>`;
  }
}
