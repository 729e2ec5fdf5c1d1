/** The scrubber: the whole branch as one line, a mark for each step, and a native slider over it. */

import { css, html, nothing, svg } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { conditionTone, trueConditions } from '../parts/condition.js';
import { markKinds, markStyles } from '../parts/marks.js';
import { styled } from '../parts/styled.js';
import { LAST_NOTE } from '../position.js';

/** Where the steps stand closer than this, what goes on by itself is left out. */
const PLAIN_PX_MIN = 5;
/** So many marks of a kind at most: more would not be told apart. */
const MARKS_MAX = 600;

/** So many conditions are drawn at most: the last ones. */
const STRIPS_MAX = 3;

@customElement('jobscope-scrubber')
export class ScrubberPanel extends Panel {
  static override styles = [Panel.withParts(markStyles), css`
    .scrubber {
      position: relative;
      height: 28px;
    }
    svg {
      position: absolute;
      inset: 0 8px;
      width: calc(100% - 16px);
      height: 28px;
      overflow: visible;
      pointer-events: none;
    }
    /* What holds at the cursor, below the end of its line. */
    .word {
      position: absolute;
      top: 28px;
      display: none;
      font-size: 11px;
      line-height: 12px;
      white-space: nowrap;
      transform: translateX(-100%);
      pointer-events: none;
    }
    @container (min-width: 1100px) {
      .scrubber {
        top: -4px;
      }
      .word {
        display: block;
      }
    }
    input {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 28px;
      margin: 0;
      background: none;
      appearance: none;
      cursor: pointer;
    }
    input::-webkit-slider-thumb {
      width: 16px;
      height: 16px;
      border: 2px solid var(--bar);
      border-radius: 8px;
      outline: 2px solid var(--accent);
      outline-offset: -1px;
      background: var(--accent);
      appearance: none;
    }
    input::-moz-range-thumb {
      width: 12px;
      height: 12px;
      border: 2px solid var(--bar);
      border-radius: 8px;
      outline: 2px solid var(--accent);
      background: var(--accent);
    }
  `];

  @property({ attribute: false }) snapshot!: Snapshot;
  @property({ attribute: false }) stepKinds!: Uint8Array;
  @state() private width = 0;
  readonly #sizes = new ResizeObserver(() => (this.width = this.clientWidth));

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected override render() {
    const t = this.page.scrubber;
    const { position, end, elapsedMs, notes } = this.snapshot;
    const kind = position.step === 0 ? t.start : t.kinds[this.stepKinds[position.step - 1] ?? 0];
    const text = t.valueText(position.step, end.step, kind ?? '', position.note, notes.length, this.say.clock(elapsedMs));
    return html`<div class="scrubber">
      <svg class="marks" viewBox="0 0 ${Math.max(1, end.step)} 28" preserveAspectRatio="none" aria-hidden="true">
        <path class="line" d="M0 14H${Math.max(1, end.step)}" />
        ${markKinds.map(([name, height, steps]) => this.#marks(name, height, steps))}
        ${this.#conditions()}
      </svg>
      <input
        type="range"
        min="0"
        max=${end.step}
        step="any"
        aria-label=${t.label}
        aria-valuetext=${text}
        data-testid="scrubber"
        .value=${live(String(this.#at()))}
        @input=${this.#seek}
        @keydown=${this.#pressed}
      />
      ${this.#word()}
    </div>`;
  }

  /** Inside a step it is a fraction: so much of the step has been told. */
  #at(): number {
    const { position, notes } = this.snapshot;
    return position.step === 0 ? 0 : position.step - 1 + position.note / Math.max(1, notes.length);
  }

  #marks(name: string, height: number, steps: readonly number[]) {
    const { length } = this.stepKinds;
    if (name === 'plain' && this.width > 0 && this.width < length * PLAIN_PX_MIN) return nothing;
    const apart = length / MARKS_MAX;
    let path = '';
    let last = -Infinity;
    this.stepKinds.forEach((kind, index) => {
      if (!steps.includes(kind) || index - last < apart) return;
      path += `M${index + 1} ${14 - height}v${2 * height}`;
      last = index;
    });
    return path ? svg`<path class=${name} d=${path} />` : nothing;
  }

  /** How long each condition has been true: a line under the marks, from the sync that set it to the cursor. */
  #conditions() {
    const { conditions, end } = this.snapshot;
    return conditions.slice(-STRIPS_MAX).map(({ type, since, until = end.step + 0.01 }, row) => {
      const height = 27 - 3 * row;
      return svg`<path class="strip ${conditionTone(type)}" d="M${since} ${height}H${Math.max(until, since + 0.01)}" data-condition=${type} />`;
    });
  }

  #word() {
    const { job, position, end } = this.snapshot;
    const last = trueConditions(job?.status).at(-1);
    const left = `max(60px, calc(16px + (100% - 16px) * ${position.step / Math.max(1, end.step)}))`;
    return last && html`<span class="word ${conditionTone(last)}" aria-hidden="true" ${styled({ left })}>${last}</span>`;
  }

  #to(step: number): void {
    this.send({ do: 'seek', position: { step, note: LAST_NOTE } });
    // The thumb goes to the end of its step, also where that is where the cursor has been.
    this.requestUpdate();
  }

  readonly #seek = (event: Event) => this.#to(Math.round((event.target as HTMLInputElement).valueAsNumber));

  /** A slider without whole steps would go on by a hundredth of the run. */
  readonly #pressed = (event: KeyboardEvent) => {
    const { end } = this.snapshot;
    const page = Math.max(1, Math.round(end.step / 10));
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page }[event.key];
    if (by === undefined || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = by > 0 ? Math.floor(this.#at()) : Math.ceil(this.#at());
    this.#to(Math.min(end.step, Math.max(0, from + by)));
  };
}
