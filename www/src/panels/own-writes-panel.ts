/** Read your own writes: the gate at the start of a sync, from 1.36 on. What was written, what the caches have seen. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { OwnWrites, QueueView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

@customElement('jobscope-own-writes')
export class OwnWritesPanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 2px 16px;
      padding: 8px var(--pad);
      border-top: 1px solid var(--line);
    }
  `);

  @property({ attribute: false }) ownWrites!: OwnWrites;
  @property({ attribute: false }) queue!: QueueView;

  protected override render() {
    const t = this.page.ownWrites;
    const { jobRevision, podRevision, cachedJobRevision, cachedPodRevision, behind } = this.ownWrites;
    const nothingWritten = jobRevision === undefined && podRevision === undefined;
    return html`<section data-testid="own-writes">
      <h2>${t.title}</h2>
      ${nothingWritten
        ? html`<span class="muted">${t.none}</span>`
        : html`
            ${this.#row(t.job, jobRevision, cachedJobRevision)} ${this.#row(t.pod, podRevision, cachedPodRevision)}
            <span data-testid="own-writes-gate">
              ${t.gate} <strong class=${behind ? 'waiting' : 'succeeded'}>${behind ? t.closed : t.open}</strong>:
              ${behind ? t.closedBecause : t.openBecause}${behind ? this.#retry() : nothing}
            </span>
          `}
    </section>`;
  }

  #row(kind: string, written: number | undefined, seen: number) {
    if (written === undefined) return nothing;
    return html`<span>${this.page.ownWrites.revisions(kind, written, seen)}</span>`;
  }

  /** When a sync that was held back is tried again. */
  #retry() {
    const waiting = this.queue.waiting.find(({ cause }) => cause === 'retry');
    return waiting ? html` ${this.page.ownWrites.retry(this.say.span(waiting.leftMs))}` : nothing;
  }
}
