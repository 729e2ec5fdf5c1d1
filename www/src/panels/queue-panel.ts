/** A work queue as client-go has it: ready, processing, dirty again, waiting; and failures with their next delay. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ChangedCells, FailingItem, QueueView, ReadyItem, WaitingItem } from '../../pkg/jobscope.js';
import { middle } from '../i18n/format.js';
import { Panel } from '../panel.js';

/** So many items of a list are shown; the rest is counted. */
const LISTED_MAX = 8;
/** Of a longer part of a name the middle is left out; the namespace and the name keep the stroke between them. */
const PART_MAX = 22;

@customElement('jobscope-queue')
export class QueuePanel extends Panel {
  static override styles = Panel.withParts(css`
    :host {
      container-type: inline-size;
    }
    .cells {
      display: grid;
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
    .cell {
      min-height: 68px;
      padding: 10px var(--pad);
      border-left: 1px solid var(--line);
    }
    .cell:first-child {
      border-left: 0;
    }
    h2 {
      margin-bottom: 6px;
    }
    .item {
      display: inline-block;
      max-width: 100%;
      padding: 1px 8px;
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      background: var(--surface);
      font: 12px / 20px var(--mono);
      overflow-wrap: anywhere;
    }
    [data-queue='processing'] .item {
      border-color: var(--accent);
      box-shadow: inset 0 0 0 1px var(--accent);
    }
    li {
      line-height: 24px;
      word-break: keep-all;
    }
    .due {
      white-space: nowrap;
    }
    li small {
      display: block;
      color: var(--muted);
      font-size: var(--small);
      line-height: 16px;
    }
    .failures {
      display: flex;
      flex-wrap: wrap;
      gap: 0 16px;
      padding: 6px var(--pad);
      border-top: 1px solid var(--line);
      color: var(--muted);
      font-size: var(--small);
    }
    .failures li {
      line-height: 18px;
    }
    .quiet-line {
      padding: 5px var(--pad);
      color: var(--muted);
      font-size: var(--small);
      line-height: 18px;
    }
    @container (max-width: 520px) {
      h2 {
        letter-spacing: 0.02em;
      }
      .cells {
        grid-template-columns: repeat(2, minmax(0, 1fr));
      }
      .cell:nth-child(odd) {
        border-left: 0;
      }
      .cell:nth-child(n + 3) {
        border-top: 1px solid var(--line);
      }
    }
  `);

  @property({ attribute: false }) queue!: QueueView;
  @property() which: 'job' | 'orphan' = 'job';

  protected override render() {
    const { ready, processing, dirtyAgain, waiting, failures } = this.queue;
    const t = this.page.queue;
    const isEmpty = [ready, processing, dirtyAgain, waiting, failures].every((list) => list.length === 0);
    if (this.which === 'orphan' && isEmpty) {
      return html`<p class="quiet-line" data-testid="orphan-queue">${t.orphansEmpty}</p>`;
    }
    const titles = t.title[this.which];
    return html`
      <div class="cells" data-testid="${this.which}-queue">
        ${this.#cell('ready', titles, ready.map((item) => this.#ready(item)), t.readyEmpty)}
        ${this.#cell('processing', t.processing, processing.map((item) => this.#item(item)), t.processingEmpty)}
        ${this.#cell('dirtyAgain', t.dirtyAgain, dirtyAgain.map((item) => this.#ready(item)), t.dirtyEmpty)}
        ${this.#cell('waiting', t.waiting, waiting.map((item) => this.#waiting(item)), t.waitingEmpty)}
      </div>
      ${failures.length > 0
        ? html`<ul class="failures ${this.queue.changed.failures ? 'touched' : ''}" data-testid="${this.which}-failures">
            ${failures.slice(0, LISTED_MAX).map((item) => this.#failing(item))}
          </ul>`
        : nothing}
    `;
  }

  #cell(name: Exclude<keyof ChangedCells, 'failures'>, title: string, items: TemplateResult[], empty: string) {
    return html`<div class="cell ${this.queue.changed[name] ? 'touched' : ''}" data-queue=${name}>
      <h2>${title}</h2>
      ${items.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ul>${items.slice(0, LISTED_MAX)}</ul>`}
      ${items.length > LISTED_MAX ? html`<p class="empty">${this.page.board.more(items.length - LISTED_MAX)}</p>` : nothing}
    </div>`;
  }

  #item(item: string, more: TemplateResult | string | typeof nothing = nothing) {
    const name = this.page.queue.item(item);
    return html`<li><span class="item" title=${name}>${name.split('/').map((part) => middle(part, PART_MAX)).join('/')}</span> ${more}</li>`;
  }

  #ready({ item, merged }: ReadyItem) {
    return this.#item(item, merged > 0 ? html`<small>${this.page.queue.merged(merged)}</small>` : nothing);
  }

  #waiting({ item, leftMs, dueMs, merged, cause }: WaitingItem) {
    const t = this.page.queue;
    const facts = [t.dueAt(this.say.clock(dueMs)), cause ? t.cause[cause] : '', merged > 0 ? t.merged(merged) : ''];
    return this.#item(
      item,
      html`<span class="due">${t.dueIn} <strong class="waiting">${this.say.span(leftMs)}</strong></span>
        <small>${facts.filter(Boolean).join(this.page.marks.comma)}</small>`,
    );
  }

  #failing({ item, failures, nextDelayMs }: FailingItem) {
    return html`<li>${this.page.queue.failing(this.page.queue.item(item), failures, this.say.span(nextDelayMs))}</li>`;
  }
}
