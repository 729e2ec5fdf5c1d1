/** In flight: watch events that the API server has sent and the controller's cache has not taken yet. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Kind, PendingEvent, Streams } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { cutName, nameStyles } from '../parts/pod-card.js';

/** So many events of a stream are listed. */
const LISTED_MAX = 6;

@customElement('jobscope-flight')
export class FlightPanel extends Panel {
  static override styles = [Panel.withParts(nameStyles), css`
    :host {
      container-type: inline-size;
    }
    section + section {
      margin-top: 16px;
    }
    h3 {
      display: flex;
      justify-content: space-between;
      margin-bottom: 4px;
      font-size: var(--small);
      font-weight: 600;
      line-height: 18px;
    }
    .event {
      padding: 4px 8px;
      border: 1px dashed var(--edge-strong);
      border-radius: var(--radius);
      background: var(--surface);
      font-size: var(--small);
      line-height: 17px;
    }
    .event + .event {
      margin-top: 4px;
    }
    .event.changed {
      border-left: 2px solid var(--changed);
      background: var(--changed-tint);
      box-shadow: none;
    }
    .held .event {
      border-color: var(--waiting);
    }
    .row {
      margin-top: 6px;
    }
    .row button {
      padding-inline: 7px;
    }
    /* Side by side, each with its buttons beside its title. */
    @container (min-width: 340px) {
      .streams {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 24px;
      }
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        align-content: start;
        gap: 4px 8px;
      }
      section + section,
      .row {
        margin-top: 0;
      }
      h3 {
        flex: 1;
        gap: 8px;
        margin: 0;
        line-height: 24px;
        white-space: nowrap;
      }
      .empty,
      ul {
        order: 1;
        flex-basis: 100%;
      }
    }
  `];

  @property({ attribute: false }) streams!: Streams;

  protected override render() {
    return html`
      <h2 class="column">${this.page.board.flight}</h2>
      <div class="streams">${this.#stream('pod')} ${this.#stream('job')}</div>
    `;
  }

  #stream(kind: Kind) {
    const t = this.page.board;
    const { held, pending, pendingTotal } = kind === 'job' ? this.streams.jobs : this.streams.pods;
    const hidden = pendingTotal - Math.min(pending.length, LISTED_MAX);
    return html`<section class=${held ? 'held' : ''} data-stream=${kind} data-home tabindex="-1">
      <h3>
        <span>${t.stream[kind]}</span>
        ${held ? html`<span class="waiting" data-testid="held">${t.held}</span>` : nothing}
      </h3>
      ${pendingTotal === 0 ? html`<p class="empty">${held ? t.nothingHeld : t.nothingInFlight}</p>` : nothing}
      ${pendingTotal === 0
        ? nothing
        : html`<ul>
            ${repeat(pending.slice(0, LISTED_MAX), (event) => event.revision, (event) => this.#event(event))}
          </ul>`}
      ${hidden > 0 ? html`<p class="empty">${t.moreEvents(hidden)}</p>` : nothing}
      ${this.telling.readonly ? nothing : this.#acts(kind, held, pendingTotal)}
    </section>`;
  }

  #acts(kind: Kind, held: boolean, pendingTotal: number) {
    const t = this.page.board;
    const deliver = (count?: number) =>
      this.send({ do: 'act', action: { action: 'deliver', kind, ...(count !== undefined && { count }) } });
    return html`<div class="row">
      ${pendingTotal > 0
        ? html`<button data-key="deliver-${kind}" data-testid="deliver-${kind}" @click=${() => deliver(1)}>
            ${t.deliverNext}
          </button>`
        : nothing}
      ${pendingTotal > 1
        ? html`<button data-key="all-${kind}" @click=${() => deliver()}>${t.deliverAll}</button>`
        : nothing}
      <button
        data-key="hold-${kind}"
        data-testid="hold-${kind}"
        aria-pressed=${held}
        aria-label=${t.holdStream(kind)}
        @click=${() => this.send({ do: 'act', action: { action: 'holdWatch', kind, held: !held } })}
      >
        ${held ? t.release : t.hold}
      </button>
    </div>`;
  }

  #event(event: PendingEvent) {
    const t = this.page.board;
    return html`<li class="event ${event.new ? 'changed' : ''}">
      <strong>${event.type.toUpperCase()}</strong> <span class="muted">${t.revision(event.revision)}</span>
      ${cutName(event.name)}
    </li>`;
  }
}
