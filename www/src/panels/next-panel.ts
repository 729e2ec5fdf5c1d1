/** What may happen next: the actions that are open by themselves, on keys 1 to 9, and jumps in time. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Action, Kind, NextAction, Note, Snapshot } from '../../pkg/jobscope.js';
import { actionLabel, actionSentence, plain, summary } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { barStyles } from '../parts/bar.js';
import { marked } from '../parts/marked.js';
import { styled } from '../parts/styled.js';

const jumps = [1_000, 10_000, 300_000];
const KEYS = 9;

interface Tip {
  key: string;
  text: string;
  /** It begins where its button does, or, on the right half, ends where that ends. */
  place: Record<'--left' | '--right' | '--side', string>;
}

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
      .grow .empty {
        margin-right: 8px;
      }
      .time {
        flex: none;
      }
      .short {
        display: none;
      }
      /* The bar is always on the screen, and what stands above it is not to move: one line, which scrolls. */
      @media (min-width: 720px) {
        .grow {
          flex: 1;
          flex-wrap: nowrap;
          min-width: 0;
          height: 36px;
          margin: -6px -3px;
          padding: 0 3px;
          overflow: auto hidden;
          scrollbar-width: thin;
          white-space: nowrap;
        }
        .grow > * {
          flex: none;
        }
      }
      @media (min-width: 720px) and (max-width: 1099px) {
        .bar {
          display: flex;
          align-items: center;
          gap: 12px;
          padding-block: 8px;
          background: var(--bar);
        }
        .bar h2 {
          flex: none;
          margin: 0;
        }
        .short {
          display: inline;
        }
        .long {
          display: none;
        }
      }
      @media (max-width: 719px) {
        .time {
          margin-top: 6px;
        }
      }
      @media (pointer: coarse) {
        kbd {
          display: none;
        }
      }
      button.held {
        border-style: dashed;
      }
      .tip {
        position: absolute;
        right: var(--right);
        bottom: calc(100% + 4px);
        left: var(--left);
        z-index: 4;
        max-width: min(640px, calc(100% - var(--side) - var(--pad)));
        padding: 6px 10px;
        border: 1px solid var(--edge-strong);
        border-radius: var(--radius);
        background: light-dark(var(--surface), var(--hover));
        box-shadow: 0 4px 16px rgb(0 0 0 / 0.2);
        line-height: 18px;
        overflow-wrap: anywhere;
      }
      @media (max-width: 719px) {
        .tip {
          right: var(--pad);
          left: var(--pad);
          max-width: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: Snapshot;
  /** What an action would do now, as far as that can be found out. */
  @property({ attribute: false }) preview: (action: Action) => readonly Note[] | undefined = () => undefined;
  /** What the button under the pointer or with the focus would change. */
  @state() private tip: Tip | undefined;

  protected override render() {
    const t = this.page.next;
    const { next, notes, position } = this.snapshot;
    const inside = position.note < notes.length;
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
        <h2><span class="long">${t.title}</span><span class="short" aria-hidden="true">${t.short}</span></h2>
        <div class="row grow" data-testid="next">
          ${next.length === 0 ? html`<span class="empty">${this.#nothing()}</span>` : nothing}
          ${next.map((one, index) => this.#action(one, index + 1))}
          ${inside ? html`<span class="empty" data-testid="after-step">${t.after(position.step)}</span>` : this.#offs().map((off) => this.#off(off))}
        </div>
        <div class="row time" role="group" aria-label=${t.time}>
          <span class="muted small long" aria-hidden="true">${t.time}</span>
          <span class="muted small short" aria-hidden="true">${t.timeShort}</span>
          ${jumps.map((ms) => this.#jump(ms))} ${this.#timer()}
        </div>
        ${this.tip
          ? html`<p class="tip" aria-hidden="true" data-testid="next-tip" ${styled(this.tip.place)}>${marked(this.tip.text)}</p>`
          : nothing}
      </div>
    `;
  }

  /** What an action does, and what would come of it now. */
  #sentence(action: Action, foresees: boolean): string {
    const does = actionSentence(action, this.words, this.say);
    const would = foresees ? summary(this.preview(action) ?? [], this.words, this.say) : undefined;
    const { sentence, colon } = this.page.marks;
    return would ? `${does}${sentence}${this.page.next.would}${colon}${would}` : does;
  }

  /** Nothing is open: what one can do instead. */
  #nothing(): string {
    const t = this.page.next;
    const { position, end, job } = this.snapshot;
    const ahead = position.step === 0 ? t.create : t.repeat;
    return position.step < end.step ? ahead : job ? t.none : t.noJob;
  }

  #action({ action, held }: NextAction, number: number) {
    const t = this.page.next;
    const tip = (foresees: boolean) => (held ? `${this.#sentence(action, foresees)}${this.page.marks.sentence}${t.heldWhy}` : this.#sentence(action, foresees));
    return this.#button(
      { key: `next-${number}`, name: action.action, tip, kind: held ? 'held' : '' },
      html`${number <= KEYS ? html`<kbd aria-hidden="true">${number}</kbd>` : nothing}<span
          >${actionLabel(action, this.words, this.say)}</span
        >${held ? html`<span class="waiting held">${t.held}</span>` : nothing}`,
      () => this.send({ do: 'act', action }),
    );
  }

  #off({ action, reason }: Off) {
    const key = action.action === 'deliver' ? `off-${action.kind}` : `off-${action.action}`;
    return this.#button(
      { key, name: '', tip: () => `**${actionLabel(action, this.words, this.say)}**${this.page.marks.colon}${reason}`, kind: 'off' },
      html`<span>${actionLabel(action, this.words, this.say)}</span>`,
    );
  }

  #jump(ms: number) {
    const action: Action = { action: 'passTime', ms };
    return this.#button(
      { key: `jump-${ms}`, name: '', tip: (foresees) => this.#sentence(action, foresees), kind: '' },
      html`<span>+${this.say.span(ms)}</span>`,
      () => this.send({ do: 'act', action }),
    );
  }

  /** As far as the next thing that waits for a time. */
  #timer() {
    const t = this.page.next;
    const due = this.snapshot.next.find(({ action }) => action.action === 'passTime')?.action;
    return this.#button(
      { key: 'jump-timer', name: '', tip: (foresees) => (due ? this.#sentence(due, foresees) : t.noTimer), kind: due ? '' : 'off' },
      html`<span>${t.timer}</span>`,
      due && (() => this.send({ do: 'act', action: due })),
    );
  }

  #button(
    { key, name, tip, kind }: { key: string; name: string; tip: (foresees: boolean) => string; kind: '' | 'held' | 'off' },
    text: TemplateResult,
    press?: () => void,
  ) {
    // What would come is found out when somebody looks.
    const tell = (event: Event) => {
      this.tip = { key, text: tip(true), place: placeAt(event.currentTarget as HTMLElement) };
    };
    return html`<button
      class=${kind}
      data-key=${key}
      data-testid=${key}
      data-next=${name || nothing}
      aria-disabled=${press === undefined || nothing}
      aria-description=${plain(this.tip?.key === key ? this.tip.text : tip(false))}
      @pointerenter=${tell}
      @focus=${tell}
      @click=${() => {
        if (press) this.#untold();
        press?.();
      }}
    >
      ${text}
    </button>`;
  }

  readonly #untold = () => {
    this.tip = undefined;
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

function placeAt(button: HTMLElement): Tip['place'] {
  const bar = (button.closest('.bar') as HTMLElement).getBoundingClientRect();
  const { left, right } = button.getBoundingClientRect();
  const isLeft = left + right < bar.left + bar.right;
  const side = `${Math.max(0, isLeft ? left - bar.left : bar.right - right)}px`;
  return { '--left': isLeft ? side : 'auto', '--right': isLeft ? 'auto' : side, '--side': side };
}
