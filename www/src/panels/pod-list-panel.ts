/** All pods by name, however many: only the rows in sight exist, and only their pages are asked for. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { Panel } from '../panel.js';
import { cutName, nameStyles } from '../parts/pod-card.js';
import { manyShape, manyText } from '../parts/pod-many.js';
import { styled } from '../parts/styled.js';
import { CACHE_DIFFERS, CHANGED, NOT_COUNTED, podStates, stateAt, type Pods } from '../pods.js';

const ROW = 28;
const ROWS_SEEN = 9;
/** Rows beyond the edges, so that the keyboard finds the next one. */
const ROWS_MORE = 3;
/** As long as this a frame may take asking for pages; the rest comes with the next. */
const ASKING_MS_MAX = 8;

const flags = { changed: CHANGED, differs: CACHE_DIFFERS, notCounted: NOT_COUNTED } as const;
type Filter = 'all' | (typeof podStates)[number] | keyof typeof flags;

@customElement('jobscope-pod-list')
export class PodListPanel extends Panel {
  static override styles = [Panel.withParts(nameStyles), css`
    summary {
      min-height: 24px;
      color: var(--muted);
      font-size: var(--small);
      line-height: 24px;
      cursor: pointer;
    }
    .filter {
      display: flex;
      align-items: center;
      gap: 8px;
      margin: 4px 0;
      font-size: var(--small);
    }
    .filter > * {
      flex: none;
    }
    .filter select {
      flex: 0 1 auto;
      min-width: 0;
    }
    .filter :last-child {
      margin-left: auto;
    }
    .list {
      position: relative;
      max-height: ${ROW * ROWS_SEEN}px;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--surface);
      overflow: auto;
    }
    ul {
      position: relative;
    }
    li {
      position: absolute;
      left: 0;
      right: 0;
      height: ${ROW}px;
    }
    button {
      display: flex;
      align-items: center;
      gap: 8px;
      width: 100%;
      height: ${ROW}px;
      border: 0;
      border-bottom: 1px solid var(--line);
      border-radius: 0;
      background: none;
      text-align: left;
      white-space: nowrap;
    }
    button:focus-visible {
      outline-offset: -2px;
    }
    .text {
      flex: 1;
      min-width: 0;
    }
    [aria-pressed='true'] {
      background: var(--hover);
    }
  `];

  @property({ attribute: false }) pods!: Pods;
  @property() chosen = '';
  @state() private isOpen = false;
  @state() private filter: Filter = 'all';
  @state() private first = 0;
  /** Numbers of the pods that pass the filter; absent: all do. */
  #passing: Uint32Array | undefined;
  #until = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.#until = performance.now() + ASKING_MS_MAX;
    this.#passing = this.isOpen && this.filter !== 'all' ? passing(this.pods.bytes, this.filter) : undefined;
  }

  protected override render() {
    const t = this.page.podMap;
    return html`<details @toggle=${this.#toggled}>
      <summary data-testid="pod-list-open">${t.list}</summary>
      ${this.isOpen ? this.#list() : nothing}
    </details>`;
  }

  #list() {
    const t = this.page.podMap;
    const count = this.#passing?.length ?? this.pods.total;
    const first = Math.max(0, Math.min(this.first, count - ROWS_SEEN) - ROWS_MORE);
    const end = Math.min(count, this.first + ROWS_SEEN + ROWS_MORE + 1);
    const rows = Array.from({ length: Math.max(0, end - first) }, (_, at) => this.#row(first + at, count));
    const states: readonly Filter[] = podStates;
    return html`
      <div class="filter">
        <label for="filter">${t.filter}</label>
        <select id="filter" data-testid="pod-filter" @change=${this.#choose}>
          <option value="all">${t.all}</option>
          ${states.map((state) => html`<option value=${state}>${manyText(state as (typeof podStates)[number], this.page)}</option>`)}
          ${(Object.keys(flags) as (keyof typeof flags)[]).map((flag) => html`<option value=${flag}>${t[flag]}</option>`)}
        </select>
        <span class="muted">${t.listed(count, this.say.number(count))}</span>
      </div>
      ${count === 0
        ? html`<p class="empty">${t.none}</p>`
        : html`<div class="list" data-testid="pod-list" @scroll=${this.#scrolled}>
            <ul aria-label=${t.list} ${styled({ height: `${count * ROW}px` })}>${rows}</ul>
          </div>`}
    `;
  }

  #row(at: number, count: number) {
    const number = this.#passing?.[at] ?? at;
    const row = this.#ask(number);
    const state = stateAt(this.pods.bytes[number] ?? 0);
    return html`<li aria-posinset=${at + 1} aria-setsize=${count} ${styled({ top: `${at * ROW}px` })}>
      <button
        aria-pressed=${row !== undefined && row.key === this.chosen}
        title=${row?.name ?? nothing}
        @click=${() => row && this.dispatchEvent(new CustomEvent('choose', { detail: row.key, bubbles: true, composed: true }))}
      >
        <span class=${state}>${manyShape(state)}</span>
        <span class="text">${row ? cutName(row.name) : '…'}</span>
        <span class="small ${state}">${manyText(state, this.page)}</span>
      </button>
    </li>`;
  }

  #ask(number: number) {
    const known = this.pods.known(number);
    if (known || performance.now() < this.#until) return known ?? this.pods.at(number);
    requestAnimationFrame(() => this.requestUpdate());
    return undefined;
  }

  /** What opens is brought into sight: it stands below what fills its column. */
  readonly #toggled = async (event: Event) => {
    this.isOpen = (event.target as HTMLDetailsElement).open;
    await this.updateComplete;
    if (this.isOpen) this.scrollIntoView({ block: 'nearest' });
  };

  readonly #choose = (event: Event) => {
    this.filter = (event.target as HTMLSelectElement).value as Filter;
    this.first = 0;
  };

  readonly #scrolled = (event: Event) => {
    this.first = Math.floor((event.target as HTMLElement).scrollTop / ROW);
  };
}

function passing(bytes: Uint8Array, filter: Exclude<Filter, 'all'>): Uint32Array {
  const flag = filter in flags ? flags[filter as keyof typeof flags] : undefined;
  const state = (podStates as readonly string[]).indexOf(filter);
  const numbers: number[] = [];
  for (let number = 0; number < bytes.length; number += 1) {
    const byte = bytes[number] ?? 0;
    if (flag === undefined ? (byte & 7) === state : byte & flag) numbers.push(number);
  }
  return Uint32Array.from(numbers);
}
