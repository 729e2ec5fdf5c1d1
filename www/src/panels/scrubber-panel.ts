/** The scrubber: the whole branch as one line, a mark for each step, and a native slider over it. */

import { css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { conditionTone } from '../parts/condition.js';
import { kinds, markStyles } from '../parts/marks.js';
import { LAST_NOTE } from '../position.js';

/** With more steps than this, what goes on by itself is left out. */
const PLAIN_MAX = 240;
const plain: readonly string[] = ['time', 'delivery', 'pod'];
/** So many marks of a kind at most: more would not be told apart. */
const MARKS_MAX = 600;

/** By the same numbers: what may set a condition. */
const syncs: readonly number[] = [2, 7, 8];
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
  @property({ attribute: false }) stepTimes!: Float64Array;

  protected override render() {
    const t = this.page.scrubber;
    const { position, end, elapsedMs, notes } = this.snapshot;
    const kind = position.step === 0 ? t.start : t.kinds[this.stepKinds[position.step - 1] ?? 0];
    const text = t.valueText(position.step, end.step, kind ?? '', position.note, notes.length, this.say.clock(elapsedMs));
    return html`<div class="scrubber">
      <svg class="marks" viewBox="0 0 ${Math.max(1, end.step)} 28" preserveAspectRatio="none" aria-hidden="true">
        <path class="line" d="M0 14H${Math.max(1, end.step)}" />
        ${kinds.map(([name, height], number) => this.#marks(name, height, number))}
        ${this.#conditions()}
      </svg>
      <input
        type="range"
        min="0"
        max=${end.step}
        aria-label=${t.label}
        aria-valuetext=${text}
        data-testid="scrubber"
        .value=${live(String(position.step))}
        @input=${this.#seek}
      />
    </div>`;
  }

  #marks(name: string, height: number, number: number) {
    const { length } = this.stepKinds;
    if (length > PLAIN_MAX && plain.includes(name)) return nothing;
    const apart = length / MARKS_MAX;
    let path = '';
    let last = -Infinity;
    this.stepKinds.forEach((kind, index) => {
      if (kind !== number || index - last < apart) return;
      path += `M${index + 1} ${14 - height}v${2 * height}`;
      last = index;
    });
    return path ? svg`<path class=${name} d=${path} />` : nothing;
  }

  /** How long each condition has been true: a line under the marks, from the sync that set it to the cursor. */
  #conditions() {
    const { job, position, startedAt } = this.snapshot;
    const held = (job?.status.conditions ?? []).filter(({ status }) => status === 'True').slice(0, STRIPS_MAX);
    return held.map(({ type, lastTransitionTime }, row) => {
      const since = Math.floor((Date.parse(lastTransitionTime ?? '') - Date.parse(startedAt)) / 1000);
      const isSet = (ms: number, step: number) => Math.floor(ms / 1000) === since && syncs.includes(this.stepKinds[step] ?? 0);
      const step = this.stepTimes.findIndex(isSet);
      if (step < 0 || step >= position.step) return nothing;
      return svg`<path class="strip ${conditionTone(type)}" d="M${step + 1} ${27 - 3 * row}H${position.step + 0.01}"
        data-condition=${type} />`;
    });
  }

  readonly #seek = (event: Event) => {
    const step = Number((event.target as HTMLInputElement).value);
    this.send({ do: 'seek', position: { step, note: LAST_NOTE } });
  };
}
