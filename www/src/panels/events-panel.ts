/** The Events that were recorded about the Job, newest first. */

import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { EventView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

/** The newest of them are listed, and so many more on request. */
const LISTED = matchMedia('(max-width: 719px)').matches ? 10 : 60;

@customElement('jobscope-events')
export class EventsPanel extends Panel {
  static override styles = Panel.withParts(css`
    ol {
      margin: 0 calc(-1 * var(--pad));
      border-top: 1px solid var(--line);
    }
    button,
    .empty {
      margin-top: 8px;
    }
    li {
      padding: 6px var(--pad);
      border-bottom: 1px solid var(--line);
    }
    .head {
      display: flex;
      gap: 8px;
    }
    .head time {
      margin-left: auto;
      color: var(--muted);
      white-space: nowrap;
    }
    .message {
      color: var(--muted);
      overflow-wrap: anywhere;
    }
  `);

  /** The last of them. */
  @property({ attribute: false }) events: readonly EventView[] = [];
  /** How many there are. */
  @property({ type: Number }) total = 0;
  @state() private listed = LISTED;

  protected override render() {
    const t = this.page.events;
    const earlier = Math.max(0, this.events.length - this.listed);
    if (this.events.length === 0) return html`<p class="empty">${t.none}</p>`;
    return html`
      <h2>${t.title}</h2>
      <ol data-testid="events" reversed start=${this.total}>
        ${this.events.slice(earlier).reverse().map(
          ({ type, reason, message, atMs, new: isNew }) => html`<li class=${isNew ? 'changed' : ''}>
            <p class="head">
              <strong>${reason}</strong>
              <span class=${type === 'Warning' ? 'failed' : 'muted'}>${type}</span>
              <time>${isNew ? html`<span class="hidden-text">${t.new}</span> ` : ''}${this.say.clock(atMs)}</time>
            </p>
            <p class="message">${message}</p>
          </li>`,
        )}
      </ol>
      ${earlier === 0 && this.total > this.events.length
        ? html`<p class="empty">${t.unlisted(this.total - this.events.length)}</p>`
        : ''}
      ${earlier > 0
        ? html`<button data-key="earlier" data-testid="events-earlier" @click=${() => (this.listed += LISTED)}>
            ${t.earlier(Math.min(LISTED, earlier), earlier)}
          </button>`
        : ''}
    `;
  }
}
