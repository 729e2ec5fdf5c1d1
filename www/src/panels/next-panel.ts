/** What may happen next: the actions that are open by themselves, on keys 1 to 9, and jumps in time. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Action, Kind, NextAction, Snapshot } from '../../pkg/jobscope.js';
import { actionLabel, actionSentence, plain } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { barStyles } from '../parts/bar.js';
import { marked } from '../parts/marked.js';

const jumps = [1_000, 10_000, 300_000];
const KEYS = 9;

/** What cannot happen now, and why. */
interface Off {
  action: Action;
  reason: string;
}

@customElement('jobscope-next')
export class NextPanel extends Panel {
  static override styles = [
    Panel.withParts(barStyles),
    css`
      .bar {
        position: relative;
      }
      .row button {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        max-width: 300px;
      }
      button span {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      button .held {
        flex: none;
      }
      /* The bar is always on the screen here, and there is little of it: two lines, which scroll. */
      @media (min-width: 720px) and (max-width: 1099px) {
        .bar {
          flex-wrap: nowrap;
        }
        .bar h2 {
          width: 96px;
          line-height: 16px;
          white-space: normal;
        }
        .grow {
          max-height: 58px;
          margin: -3px;
          padding: 3px;
          overflow: hidden auto;
        }
        .row:not(.grow) {
          flex: none;
        }
        .label {
          display: none;
        }
      }
      button.held {
        border-style: dashed;
      }
      .tip {
        position: absolute;
        bottom: calc(100% - 1px);
        left: var(--pad);
        z-index: 4;
        max-width: min(640px, calc(100% - 2 * var(--pad)));
        padding: 5px 10px;
        border: 1px solid var(--edge);
        border-radius: var(--radius);
        background: var(--bar);
        line-height: 18px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: Snapshot;
  /** What the button under the pointer or with the focus would change. */
  @state() private tip = '';

  protected override render() {
    const t = this.page.next;
    const { next } = this.snapshot;
    return html`
      <div
        class="bar"
        role="group"
        aria-label=${t.title}
        data-home
        tabindex="-1"
        @pointerleave=${this.#untold}
        @focusout=${this.#untold}
        @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#untold()}
      >
        <h2>${t.title}</h2>
        <div class="row grow" data-testid="next">
          ${next.length === 0 ? html`<span class="empty">${t.none}</span>` : nothing}
          ${next.map((one, index) => this.#action(one, index + 1))} ${this.#offs().map((off) => this.#off(off))}
        </div>
        <div class="row" role="group" aria-label=${t.time}>
          <span class="muted small label" aria-hidden="true">${t.time}</span>
          ${jumps.map((ms) => this.#jump(ms))} ${this.#timer()}
        </div>
        ${this.tip ? html`<p class="tip" aria-hidden="true" data-testid="next-tip">${marked(this.tip)}</p>` : nothing}
      </div>
    `;
  }

  #action({ action, held }: NextAction, number: number) {
    const t = this.page.next;
    const sentence = actionSentence(action, this.words, this.say);
    return this.#button(
      { key: `next-${number}`, name: action.action, tip: held ? `${sentence} ${t.heldWhy}` : sentence, kind: held ? 'held' : '' },
      html`${number <= KEYS ? html`<kbd aria-hidden="true">${number}</kbd>` : nothing}<span
          >${actionLabel(action, this.words, this.say)}</span
        >${held ? html`<span class="waiting held">${t.held}</span>` : nothing}`,
      () => this.send({ do: 'act', action }),
    );
  }

  #off({ action, reason }: Off) {
    const key = action.action === 'deliver' ? `off-${action.kind}` : `off-${action.action}`;
    return this.#button(
      { key, name: '', tip: `**${actionLabel(action, this.words, this.say)}**${this.page.marks.colon}${reason}`, kind: 'off' },
      html`<span>${actionLabel(action, this.words, this.say)}</span>`,
    );
  }

  #jump(ms: number) {
    const action: Action = { action: 'passTime', ms };
    return this.#button(
      { key: `jump-${ms}`, name: '', tip: actionSentence(action, this.words, this.say), kind: '' },
      html`<span>+${this.say.span(ms)}</span>`,
      () => this.send({ do: 'act', action }),
    );
  }

  /** As far as the next thing that waits for a time. */
  #timer() {
    const t = this.page.next;
    const due = this.snapshot.next.find(({ action }) => action.action === 'passTime')?.action;
    const tip = due ? actionSentence(due, this.words, this.say) : t.noTimer;
    return this.#button(
      { key: 'jump-timer', name: '', tip, kind: due ? '' : 'off' },
      html`<span>${t.timer}</span>`,
      due && (() => this.send({ do: 'act', action: due })),
    );
  }

  #button(
    { key, name, tip, kind }: { key: string; name: string; tip: string; kind: '' | 'held' | 'off' },
    text: TemplateResult,
    press?: () => void,
  ) {
    const tell = () => (this.tip = tip);
    return html`<button
      class=${kind}
      data-key=${key}
      data-testid=${key}
      data-next=${name || nothing}
      aria-disabled=${press === undefined || nothing}
      aria-description=${plain(tip)}
      @pointerenter=${tell}
      @focus=${tell}
      @click=${() => press?.()}
    >
      ${text}
    </button>`;
  }

  readonly #untold = () => {
    this.tip = '';
  };

  /** What the loop of the controller consists of, where nothing of it can happen now. */
  #offs(): Off[] {
    const t = this.page.next;
    const { next, streams, queue } = this.snapshot;
    const delivery = (kind: Kind): Off | undefined => {
      const { pendingTotal } = kind === 'job' ? streams.jobs : streams.pods;
      return pendingTotal > 0 ? undefined : { action: { action: 'deliver', kind }, reason: t.nothingSent };
    };
    const canSync = next.some(({ action }) => action.action === 'processJob');
    const due = queue.waiting[0];
    const sync: Off = {
      action: { action: 'processJob' },
      reason: due ? t.notReady(this.say.span(due.leftMs)) : t.notQueued,
    };
    return [delivery('job'), delivery('pod'), canSync ? undefined : sync].filter((off) => off !== undefined);
  }
}
