/** The Events that were recorded about the Job, newest last, as kubectl describe lists them. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { EventView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

@customElement('jobscope-events')
export class EventsPanel extends Panel {
  static override styles = Panel.withParts(css`
    ol {
      margin: 0 calc(-1 * var(--pad));
      border-top: 1px solid var(--line);
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
  @property({ type: Number }) total = 0;

  protected override render() {
    const t = this.page.events;
    if (this.events.length === 0) return html`<p class="empty">${t.none}</p>`;
    return html`
      <h2>${t.title}</h2>
      ${this.total > this.events.length ? html`<p class="muted">${t.earlier(this.total - this.events.length)}</p>` : ''}
      <ol data-testid="events">
        ${this.events.map(
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
    `;
  }
}
