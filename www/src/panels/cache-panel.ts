/** The cache's column: what the controller sees; what it has not seen, or sees too late, is marked. */

import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PodRow, Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { cardStyles, cardTop, cutName } from '../parts/pod-card.js';
import { jobEnd, jobLine, jobLineStyles, jobState } from '../parts/job-line.js';
import { hadPods, inOrder } from '../parts/pod.js';
import { reveal } from '../parts/reveal.js';
import { CACHE_DIFFERS, CARDS_MAX, type Pods } from '../pods.js';

/** Of many pods only those that differ from the API server are listed, or came in this step, and so many of them at most. */
const DIFFERING_MAX = 12;

@customElement('jobscope-cache')
export class CachePanel extends Panel {
  static override styles = [
    Panel.withParts(cardStyles),
    jobLineStyles,
    css`
      .stale.stale {
        color: var(--waiting);
      }
      .differ {
        margin: 4px 0 8px;
        color: var(--waiting);
      }
      .changed {
        color: inherit;
      }
      .delivered {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: Snapshot;
  @property({ attribute: false }) pods!: Pods;

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // Where both columns scroll as one, what the API server stored comes first.
    if (changed.has('snapshot') && !this.snapshot.pods.some((row) => row.changed)) reveal(this);
  }

  protected override render() {
    return html`
      <h2 class="column">${this.page.board.cache}</h2>
      ${this.#job()} ${this.pods.total > CARDS_MAX ? this.#many() : this.#all()}
    `;
  }

  #all(): TemplateResult {
    const t = this.page.board;
    const { job, pods, position } = this.snapshot;
    const rows = inOrder(pods);
    if (rows.length === 0) {
      const empty = job ? (hadPods(this.snapshot) ? t.noneLeft : t.noneSeen) : position.step === 0 ? t.nothingSeen : t.nothingLeft;
      return html`<p class="empty">${empty}</p>`;
    }
    return html`<ul aria-label=${t.cache}>
      ${repeat(rows, (row) => row.key, (row) => this.#card(row))}
    </ul>`;
  }

  /** How many are seen as they are, and the first that are not. */
  #many(): TemplateResult {
    const t = this.page.podMap;
    const { bytes, total } = this.pods;
    const first = bytes.findIndex((byte) => (byte & CACHE_DIFFERS) !== 0);
    const differing = bytes.reduce((count, byte) => count + (byte & CACHE_DIFFERS ? 1 : 0), 0);
    if (first < 0) {
      return html`<p data-testid="cache-same">${t.same(total)}</p>
        ${this.#delivered() ?? html`<p class="empty">${t.allSame}</p>`}`;
    }
    // From one page: asking for more of them would take longer than a step may.
    const rows: PodRow[] = [];
    for (let number = first; rows.length < DIFFERING_MAX; number += 1) {
      const row = number === first ? this.pods.at(number) : this.pods.known(number);
      if (!row) break;
      if ((bytes[number] ?? 0) & CACHE_DIFFERS) rows.push(row);
    }
    return html`
      ${total > differing ? html`<p data-testid="cache-same">${t.same(total - differing)}</p>` : nothing}
      <p class="differ" data-testid="cache-differs">${t.otherwise(differing)}</p>
      <ul aria-label=${this.page.board.cache}>
        ${repeat(rows, (row) => row.key, (row) => this.#card(row))}
      </ul>
      ${differing > rows.length ? html`<p class="empty">${this.page.board.more(differing - rows.length)}</p>` : nothing}
    `;
  }

  /** What the watch has brought in this step. */
  #delivered(): TemplateResult | undefined {
    const { notes, position } = this.snapshot;
    const keys = new Set<string>();
    for (const note of notes.slice(0, position.note)) {
      if (note.id === 'delivered' && note.kind === 'pod') keys.add(note.object);
    }
    if (keys.size === 0) return undefined;
    const rows = [...keys].slice(0, DIFFERING_MAX).map((key) => this.pods.row(key));
    return html`<ul class="delivered" aria-label=${this.page.board.cache}>
        ${rows.map((row) => row && this.#card(row))}
      </ul>
      ${keys.size > rows.length ? html`<p class="empty">${this.page.board.more(keys.size - rows.length)}</p>` : nothing}`;
  }

  #job() {
    const { job } = this.snapshot;
    if (!job) return nothing;
    const t = this.page.board;
    const { cached } = job;
    const stale = job.gone || cached?.revision !== job.revision;
    const facts = cached
      ? [
          jobEnd(cached.status),
          t.jobFacts(cached.revision, cached.generation),
          ...jobState(cached, this.page),
          stale ? t.late(cached.differs.map((field) => field.replace(/^spec\./, ''))) : nothing,
        ]
      : [t.notSeen];
    return html`<p class="job ${stale ? 'stale' : ''}" data-testid="cached-job">${jobLine(job.name, facts, this.page)}</p>`;
  }

  #card(row: PodRow): TemplateResult {
    const t = this.page.board;
    if (!row.cached) {
      return html`<li class="card unseen" data-testid="cached-pod" data-pod=${row.name}>
        <div class="top">
          ${cutName(row.name)}<span>${t.notSeen}</span>
        </div>
      </li>`;
    }
    const late = { none: '', gone: t.seenGone, state: t.seenLate, details: t.seenOlder }[lag(row)];
    return html`<li class="card ${row.cacheChanged ? 'changed' : ''}" data-testid="cached-pod" data-pod=${row.name}>
      ${cardTop(row.name, row.cached, this.page)}
      ${late ? html`<div class="body"><ul class="facts"><li class="stale">${late}</li></ul></div>` : nothing}
    </li>`;
  }
}

/** How the cache's copy differs from the API server's. */
function lag({ stored, cached }: PodRow): 'none' | 'gone' | 'state' | 'details' {
  if (!cached || stored?.revision === cached.revision) return 'none';
  if (!stored) return 'gone';
  const same = stored.phase === cached.phase && stored.ready === cached.ready && stored.deleting === cached.deleting;
  return same ? 'details' : 'state';
}
