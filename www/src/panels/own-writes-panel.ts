/** Read your own writes: the gate at the start of a sync, from 1.36 on. What was written, what the caches have seen. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Kind, OwnWrites, QueueView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

@customElement('jobscope-own-writes')
export class OwnWritesPanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      height: 100%;
      padding: 10px var(--pad);
    }
    .written {
      display: flex;
      flex-wrap: wrap;
      gap: 0 16px;
    }
    p + p {
      margin-top: 2px;
    }
  `);

  @property({ attribute: false }) ownWrites!: OwnWrites;
  @property({ attribute: false }) queue!: QueueView;

  protected override render() {
    const t = this.page.ownWrites;
    const { jobRevision, podRevision, cachedJobRevision, cachedPodRevision } = this.ownWrites;
    const late = this.#late();
    return html`<section class=${this.ownWrites.changed ? 'touched' : ''} data-testid="own-writes">
      <h2>${t.title}</h2>
      ${jobRevision === undefined && podRevision === undefined
        ? html`<p class="empty">${t.none}</p>`
        : html`<p class="written">
            ${this.#written('job', jobRevision, cachedJobRevision)} ${this.#written('pod', podRevision, cachedPodRevision)}
          </p>`}
      <p data-testid="own-writes-gate">
        ${t.gate}${this.page.marks.sentence}<strong class=${late ? 'waiting' : 'succeeded'}>${late ? t.closed : t.open}</strong
        >${this.page.marks.colon}${late ? t.closedBecause(late) : t.openBecause}
      </p>
      ${late ? this.#retry() : nothing}
    </section>`;
  }

  /** The cache that a sync would be held back for; the Job's is asked first. */
  #late(): Kind | undefined {
    const { behind, jobRevision = 0, cachedJobRevision } = this.ownWrites;
    if (!behind) return undefined;
    return jobRevision > cachedJobRevision ? 'job' : 'pod';
  }

  #written(kind: Kind, revision: number | undefined, seen: number) {
    if (revision === undefined) return nothing;
    const t = this.page.ownWrites;
    return html`<span>
      ${t.kinds[kind]}${this.page.marks.colon}${t.written(revision)}${this.page.marks.comma}<span
        class=${revision > seen ? 'waiting' : ''}
        >${t.seen(seen)}</span
      >
    </span>`;
  }

  /** When a sync that was held back is tried again. The retry may have merged with a wait that was there before. */
  #retry() {
    const { waiting, failures } = this.queue;
    const failing = failures.find((failing) => waiting.some(({ item }) => item === failing.item));
    const retry = waiting.find(({ item }) => item === failing?.item);
    if (!failing || !retry) return nothing;
    const text = this.page.ownWrites.retry(this.say.span(retry.leftMs), failing.failures);
    return html`<p data-testid="own-writes-retry">${text}</p>`;
  }
}
