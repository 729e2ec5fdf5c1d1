/** The cache's column: what the controller sees; what it has not seen, or sees too late, is marked. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PodRow, Snapshot } from '../../pkg/jobscope.js';
import { middle } from '../i18n/format.js';
import { Panel } from '../panel.js';
import { cardStyles, cardTop } from '../parts/pod-card.js';
import { inOrder } from '../parts/pod.js';

/** Beyond this many, only what differs from the API server is listed. */
const CARDS_MAX = 60;

@customElement('jobscope-cache')
export class CachePanel extends Panel {
  static override styles = [
    Panel.withParts(cardStyles),
    css`
      .job {
        word-break: keep-all;
        margin-bottom: 8px;
        color: var(--muted);
        font-size: var(--small);
        line-height: 18px;
      }
      .stale {
        color: var(--waiting);
      }
      .changed {
        color: inherit;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: Snapshot;

  protected override render() {
    const t = this.page.board;
    const rows = inOrder(this.snapshot.pods);
    const shown = rows.length > CARDS_MAX ? rows.filter((row) => lag(row) !== 'none') : rows;
    const same = rows.length - shown.length;
    const more = this.snapshot.podsTotal - rows.length;
    return html`
      <h2>${t.cache}</h2>
      ${this.#job()}
      ${rows.length === 0
        ? html`<p class="empty">${t.noneSeen}</p>`
        : html`<ul aria-label=${t.cache}>
            ${repeat(shown, (row) => row.key, (row) => this.#card(row))}
          </ul>`}
      ${same > 0 ? html`<p class="empty">${t.sameInCache(same)}</p>` : nothing}
      ${more > 0 ? html`<p class="empty">${t.more(more)}</p>` : nothing}
    `;
  }

  #job() {
    const { job } = this.snapshot;
    if (!job) return nothing;
    const t = this.page.board;
    const stale = job.gone || job.cached?.revision !== job.revision;
    return html`<p class="job ${stale ? 'stale' : ''}" data-testid="cached-job">
      <span class="mono">${t.job(job.name)}</span> ·
      ${!job.cached
        ? t.notSeen
        : html`${t.jobFacts(job.cached.revision, job.cached.generation)}${stale ? html` · ${t.late}` : nothing}`}
    </p>`;
  }

  #card(row: PodRow): TemplateResult {
    const t = this.page.board;
    if (!row.cached) {
      return html`<li class="card unseen" data-testid="cached-pod" data-pod=${row.name}>
        <div class="top">
          <span class="name" title=${row.name}>${middle(row.name, 24)}</span><span>${t.notSeen}</span>
        </div>
      </li>`;
    }
    const late = { none: '', gone: t.seenGone, state: t.seenLate, details: t.seenOlder }[lag(row)];
    return html`<li class="card ${row.cacheChanged ? 'changed' : ''}" data-testid="cached-pod" data-pod=${row.name}>
      ${cardTop(row.name, row.cached, this.page)}
      ${late ? html`<ul class="facts"><li class="stale">${late}</li></ul>` : nothing}
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
