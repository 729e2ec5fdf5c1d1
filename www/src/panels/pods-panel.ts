/** The API server's column: the Job and the pods as they really are, with what may be done to them. */

import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PodRow, Snapshot } from '../../pkg/jobscope.js';
import { name as shortName } from '../i18n/format.js';
import { Panel } from '../panel.js';
import { cardStyles, cardTop, faceFacts } from '../parts/pod-card.js';
import { jobEnd, jobLine, jobLineStyles, jobState } from '../parts/job-line.js';
import { createdNow, hadPods, inOrder } from '../parts/pod.js';
import { reveal } from '../parts/reveal.js';
import { actStyles, podActs } from '../parts/pod-acts.js';
import { CARDS_MAX, type Pods } from '../pods.js';

/** As many cards as a column shows without being scrolled. */
const FEW = 6;

@customElement('jobscope-pods')
export class PodsPanel extends Panel {
  static override styles = [
    Panel.withParts(cardStyles),
    actStyles,
    jobLineStyles,
    css`
      .chosen {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: start;
        gap: 4px;
        margin-bottom: 8px;
      }
      .close {
        min-width: 24px;
        padding: 0;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: Snapshot;
  @property({ attribute: false }) pods!: Pods;
  /** The pod whose exit code is being asked for, and the one with its rarer acts open. */
  @state() private failing = '';
  @state() private opened = '';
  /** The one of many whose card is shown. */
  @property() chosen = '';

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (changed.has('snapshot')) reveal(this);
  }

  protected override render() {
    const t = this.page.board;
    return html`
      <h2 class="column">${t.server}${this.#count()}</h2>
      ${this.#job()} ${this.pods.total > CARDS_MAX ? this.#map() : this.#cards()}
    `;
  }

  /** There are more than are in sight. */
  #count(): TemplateResult | typeof nothing {
    const { total } = this.pods;
    return total > FEW ? html` <span>${this.page.podMap.listed(total, this.say.number(total))}</span>` : nothing;
  }

  #cards(): TemplateResult {
    const t = this.page.board;
    const stored = inOrder(this.snapshot.pods).filter((row) => row.stored);
    if (stored.length === 0) {
      const { job, end } = this.snapshot;
      const isBeginning = this.snapshot.position.step === 0 && end.step > 0;
      const empty = job ? (hadPods(this.snapshot) ? t.noneLeft : t.noPods) : isBeginning ? t.noJobYet : t.noJob;
      return html`<p class="empty" data-home tabindex="-1">${empty}</p>`;
    }
    return html`<ul data-home tabindex="-1" aria-label=${t.server}>
      ${repeat(stored, (row) => row.key, (row) => this.#card(row))}
    </ul>`;
  }

  #job() {
    const { job } = this.snapshot;
    if (!job) return nothing;
    const t = this.page.board;
    const facts = job.gone
      ? [t.jobGone]
      : [jobEnd(job.status), t.jobFacts(job.revision, job.generation), ...jobState(job, this.page)];
    return html`<p class="job" data-testid="stored-job">${jobLine(job.name, facts, this.page)}</p>`;
  }

  /** The map loads when it is needed; the pod that was chosen stands above it. */
  #map(): TemplateResult {
    void import('./map-panel.js');
    return html`
      ${this.#chosen()}
      <jobscope-map
        data-key="map"
        .telling=${this.telling}
        .pods=${this.pods}
        .chosen=${this.chosen}
        @choose=${(event: CustomEvent<string>) => (this.chosen = event.detail)}
      ></jobscope-map>
    `;
  }

  #chosen(): TemplateResult | typeof nothing {
    if (this.chosen === '') return nothing;
    const t = this.page.podMap;
    const row = this.pods.row(this.chosen);
    const name = shortName(this.chosen);
    return html`<div class="chosen">
      ${row?.stored
        ? html`<ul data-home tabindex="-1" data-testid="chosen">
            ${this.#card(row)}
          </ul>`
        : html`<p class="empty">${row ? `${name}${this.page.marks.colon}${t.gone}` : t.isGone(name)}</p>`}
      <button class="quiet close" aria-label=${t.close(name)} title=${t.close(name)} @click=${this.#close}>
        ✕
      </button>
    </div>`;
  }

  readonly #close = () => {
    this.chosen = '';
    this.dispatchEvent(new CustomEvent('choose', { detail: '', bubbles: true, composed: true }));
  };

  #card(row: PodRow): TemplateResult {
    const face = row.stored;
    if (!face) return html``;
    const t = this.page.pod;
    const facts = this.#facts(row);
    const classes = `card ${row.changed ? 'changed' : ''} ${face.deleting ? 'terminating-card' : ''}`;
    return html`<li class=${classes} data-home tabindex="-1" data-testid="pod" data-pod=${row.name} aria-label=${row.name}>
      ${cardTop(row.name, face, this.page)}
      <div class="body">
        ${facts.length > 0 ? html`<ul class="facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>` : nothing}
        ${this.telling.readonly ? nothing : podActs(row, t, {
          failing: this.failing === row.key,
          open: this.opened === row.key,
          showRare: (shown) => (this.opened = shown ? row.key : ''),
          send: (action) => this.send({ do: 'act', action }),
          askExitCode: (asked) => (this.failing = asked ? row.key : ''),
        })}
      </div>
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
