/** The API server's column: the Job and the pods as they really are, with what may be done to them. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PodRow, Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { cardStyles, cardTop, faceFacts } from '../parts/pod-card.js';
import { createdNow, inOrder } from '../parts/pod.js';
import { gridStyles, podGrid } from '../parts/pod-grid.js';
import { actStyles, podActs } from '../parts/pod-acts.js';

/** With more pods than this, cards give way to a grid. */
const CARDS_MAX = 60;

@customElement('jobscope-pods')
export class PodsPanel extends Panel {
  static override styles = [
    Panel.withParts(cardStyles),
    gridStyles,
    actStyles,
    css`
      .chosen {
        margin-bottom: 8px;
      }
      .job {
        margin-bottom: 8px;
        color: var(--muted);
        font-size: var(--small);
        line-height: 18px;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: Snapshot;
  /** The pod whose exit code is being asked for, and the one that the grid shows as a card. */
  @state() private failing = '';
  @state() private chosen = '';

  protected override render() {
    const t = this.page.board;
    const { pods, podsTotal } = this.snapshot;
    const stored = inOrder(pods).filter((row) => row.stored);
    return html`
      <h2>${t.server}</h2>
      ${this.#job()}
      ${stored.length === 0
        ? html`<p class="empty">${this.snapshot.job ? t.noPods : t.noJob}</p>`
        : stored.length > CARDS_MAX
          ? this.#grid(stored)
          : html`<ul data-home tabindex="-1" aria-label=${t.server}>
              ${repeat(stored, (row) => row.key, (row) => this.#card(row))}
            </ul>`}
      ${podsTotal > pods.length ? html`<p class="empty">${t.more(podsTotal - pods.length)}</p>` : nothing}
    `;
  }

  #job() {
    const { job } = this.snapshot;
    if (!job) return nothing;
    const t = this.page.board;
    return html`<p class="job" data-testid="stored-job">
      <span class="mono">${t.job(job.name)}</span> · ${job.gone ? t.jobGone : t.jobFacts(job.revision, job.generation)}
      ${job.deleting && !job.gone ? html` · <span class="terminating">${t.jobDeleting}</span>` : nothing}
      ${job.suspended ? html` · <span class="waiting">${t.jobSuspended}</span>` : nothing}
    </p>`;
  }

  #grid(rows: PodRow[]): TemplateResult {
    const chosen = rows.find((row) => row.key === this.chosen);
    return html`
      <ul class="chosen" data-home tabindex="-1">
        ${chosen ? this.#card(chosen) : html`<li class="empty">${this.page.board.choose}</li>`}
      </ul>
      ${podGrid(rows, this.chosen, this.page, (key) => (this.chosen = this.chosen === key ? '' : key))}
    `;
  }

  #card(row: PodRow): TemplateResult {
    const face = row.stored;
    if (!face) return html``;
    const t = this.page.pod;
    const facts = this.#facts(row);
    const classes = `card ${row.changed ? 'changed' : ''} ${face.deleting ? 'terminating-card' : ''}`;
    return html`<li class=${classes} data-home tabindex="-1" data-testid="pod" data-pod=${row.name} aria-label=${row.name}>
      ${cardTop(row.name, face, this.page)}
      ${facts.length > 0 ? html`<ul class="facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>` : nothing}
      ${podActs(row, t, {
        failing: this.failing === row.key,
        send: (action) => this.send({ do: 'act', action }),
        askExitCode: (asked) => (this.failing = asked ? row.key : ''),
      })}
    </li>`;
  }

  #facts(row: PodRow): (string | TemplateResult)[] {
    const t = this.page.pod;
    const facts = row.stored ? faceFacts(row.stored, this.page) : [];
    const accounting = t.accounting[row.accounting];
    if (accounting) facts.unshift(accounting);
    if (row.index !== undefined) facts.unshift(t.index(row.index));
    if (row.changed) {
      const text = createdNow(this.snapshot).has(row.key) ? t.createdNow : t.changedNow;
      facts.unshift(html`<span class="new">${text}</span>`);
    }
    return facts;
  }
}
