/** Many pods as a map of cells on a canvas; their counts by state as text; and a list of all of them. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { Panel } from '../panel.js';
import { colorNames, paint, paletteOf, SHAPE_MIN, swatch } from '../parts/pod-painter.js';
import { manyShape, manyText } from '../parts/pod-many.js';
import { styled } from '../parts/styled.js';
import { CACHE_DIFFERS, CHANGED, GRID_MAX, NOT_COUNTED, podStates, stateAt, type Pods } from '../pods.js';
import './pod-list-panel.js';

const sizes = [3, 4, 5, 6, 8, 10, 13, 16, 20, 26];
/** Smaller cells than this are for very many pods only. */
const GRID_CELL_MIN = 10;
/** So few pods have cells that are easily hit. */
const EASY_MAX = 100;
const EASY_CELL_MIN = 26;
/**
 * How high the map may be: a share of the window, or what the rest of a board that scrolls by itself leaves, of which a card
 * takes some. A few rows of large cells may always be seen.
 */
const HEIGHT = { share: 0.4, rest: 670, card: 70, min: 160, easy: 270, max: 520 };

const wide = matchMedia('(min-width: 1100px)');
const forced = matchMedia('(forced-colors: active)');
const dark = matchMedia('(prefers-color-scheme: dark)');

@customElement('jobscope-map')
export class MapPanel extends Panel {
  static override styles = Panel.withParts(css`
    .head {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      min-height: 26px;
      margin-bottom: 4px;
      font-size: var(--small);
    }
    /* One line, whatever it says: the cells stay where they are under the pointer. */
    .told {
      flex: 1;
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      color: var(--muted);
      line-height: 18px;
    }
    .told b {
      color: var(--ink);
      font: 600 12px / 18px var(--mono);
    }
    .zoom {
      flex: none;
      flex-wrap: nowrap;
    }
    .zoom button {
      min-width: 26px;
      padding: 0;
    }
    .cells {
      position: relative;
      overflow: hidden auto;
      overscroll-behavior: auto;
      cursor: pointer;
    }
    canvas {
      position: sticky;
      top: 0;
      display: block;
    }
    .probe {
      position: absolute;
      visibility: hidden;
    }
    .legend {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 14px;
      margin-bottom: 4px;
      font-size: var(--small);
      line-height: 20px;
    }
    .legend li {
      display: flex;
      align-items: center;
      gap: 5px;
      white-space: nowrap;
    }
    .legend svg {
      width: 13px;
      height: 13px;
    }
    .legend .also {
      color: var(--muted);
    }
    .legend .now {
      color: var(--changed);
    }
    jobscope-pod-list {
      margin-top: 6px;
    }
  `);

  @property({ attribute: false }) pods!: Pods;
  /** The key of the pod whose card is shown. */
  @property() chosen = '';
  @state() private cursor = 0;
  @state() private hovered = -1;
  @state() private isFocused = false;
  /** Steps up or down from the size that fits. */
  @state() private zoom = 0;
  @state() private width = 0;
  #chosenAt = -1;
  readonly #resized = new ResizeObserver(([entry]) => (this.width = Math.floor(entry?.contentRect.width ?? 0)));

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
    for (const query of [forced, dark]) query.addEventListener('change', this.#repaint);
    window.addEventListener('resize', this.#repaint);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    for (const query of [forced, dark]) query.removeEventListener('change', this.#repaint);
    window.removeEventListener('resize', this.#repaint);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.cursor = Math.max(0, Math.min(this.cursor, this.pods.total - 1));
    if (this.hovered >= this.pods.total) this.hovered = -1;
    this.#chosenAt = this.chosen === '' ? -1 : this.pods.numberOf(this.chosen, this.#chosenAt);
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.#draw();
  }

  protected override render() {
    const t = this.page.podMap;
    const { cell, rows, height } = this.#measures();
    const told = this.isFocused ? this.cursor : this.hovered;
    return html`
      ${this.#legend(cell < SHAPE_MIN)}
      <div class="head">
        <p class="told" data-testid="map-told">${told < 0 ? t.hint : this.#told(told)}</p>
        <div class="row zoom">
          <button data-testid="map-smaller" aria-label=${t.smaller} title=${t.smaller} aria-disabled=${cell <= sizes[0]!}
            @click=${() => this.#zoomBy(-1)}>−</button>
          <button data-testid="map-larger" aria-label=${t.larger} title=${t.larger} aria-disabled=${cell >= sizes.at(-1)!}
            @click=${() => this.#zoomBy(1)}>+</button>
        </div>
      </div>
      <div
        class="cells"
        role="listbox"
        tabindex="0"
        data-testid="map"
        data-key="map"
        data-cell=${cell}
        aria-label=${t.label(this.say.number(this.pods.total))}
        aria-activedescendant="cell"
        ${styled({ height: `${height}px` })}
        @keydown=${this.#pressed}
        @focus=${() => (this.isFocused = true)}
        @blur=${() => (this.isFocused = false)}
        @click=${this.#clicked}
        @pointermove=${this.#pointed}
        @pointerleave=${() => (this.hovered = -1)}
        @scroll=${this.#repaint}
      >
        <div aria-hidden="true" ${styled({ height: `${rows * cell}px` })}><canvas></canvas></div>
        <div
          id="cell"
          class="hidden-text"
          role="option"
          aria-selected=${this.cursor === this.#chosenAt}
          aria-posinset=${this.cursor + 1}
          aria-setsize=${this.pods.total}
        >
          ${this.isFocused ? this.#told(this.cursor) : manyText(stateAt(this.pods.bytes[this.cursor] ?? 0), this.page)}
        </div>
      </div>
      <span class="probe" aria-hidden="true"></span>
      <jobscope-pod-list .telling=${this.telling} .pods=${this.pods} .chosen=${this.chosen}></jobscope-pod-list>
    `;
  }

  #told(number: number) {
    const t = this.page.podMap;
    const row = this.pods.at(number);
    const byte = this.pods.bytes[number];
    if (!row || byte === undefined) return nothing;
    const facts = [
      manyText(stateAt(byte), this.page),
      row.index === undefined ? '' : this.page.pod.index(row.index),
      byte & CHANGED ? t.changed : '',
      byte & CACHE_DIFFERS ? t.differs : '',
      byte & NOT_COUNTED ? t.notCounted : '',
    ];
    return html`<b class="name">${row.name}</b> ${facts.filter(Boolean).join(this.page.marks.comma)}`;
  }

  /** What the map says, in text. */
  #legend(asSquares: boolean) {
    const t = this.page.podMap;
    const counts = new Array<number>(podStates.length).fill(0);
    let [changed, differs, notCounted] = [0, 0, 0];
    for (const byte of this.pods.bytes) {
      counts[byte & 7] = (counts[byte & 7] ?? 0) + 1;
      if (byte & CHANGED) changed += 1;
      if (byte & CACHE_DIFFERS) differs += 1;
      if (byte & NOT_COUNTED) notCounted += 1;
    }
    const also = (count: number, text: string, name: string) =>
      count === 0 ? nothing : html`<li class=${name}><b>${this.say.number(count)}</b> ${text}</li>`;
    return html`<ul class="legend" data-testid="map-legend" aria-label=${t.legend}>
      ${podStates.map((state, number) => {
        const count = counts[number] ?? 0;
        if (count === 0) return nothing;
        const mark = asSquares ? swatch(state) : manyShape(state);
        return html`<li><span ${styled({ color: `var(--${colorNames[state]})` })}>${mark}</span><b>${this.say.number(count)}</b> ${manyText(state, this.page)}</li>`;
      })}
      ${also(changed, t.changed, 'now')} ${also(differs, t.differs, 'also')} ${also(notCounted, t.notCounted, 'also')}
    </ul>`;
  }

  #room(): number {
    const card = this.chosen === '' ? 0 : HEIGHT.card;
    const height = (wide.matches ? innerHeight - HEIGHT.rest : innerHeight * HEIGHT.share) - card;
    const least = this.pods.total <= EASY_MAX ? HEIGHT.easy : HEIGHT.min;
    return Math.round(Math.max(least, Math.min(HEIGHT.max, height)));
  }

  /** The largest cells that fit; then as the reader wants them. Of what is cut half a row tells that there is more. */
  #measures(): { cell: number; columns: number; rows: number; height: number } {
    const { total } = this.pods;
    const width = this.width || 300;
    const grid = total <= EASY_MAX ? EASY_CELL_MIN : total <= GRID_MAX ? GRID_CELL_MIN : sizes[0]!;
    const min = forced.matches ? Math.max(SHAPE_MIN, grid) : grid;
    const columnsOf = (cell: number): number => Math.max(1, Math.floor(width / cell));
    const fits = (cell: number): boolean => Math.ceil(total / columnsOf(cell)) * cell <= this.#room();
    const fitting = sizes.filter((cell) => cell >= min && fits(cell)).at(-1) ?? min;
    const at = Math.max(0, Math.min(sizes.length - 1, sizes.indexOf(fitting) + this.zoom));
    const cell = sizes[at] ?? min;
    const [rows, room] = [Math.ceil(total / columnsOf(cell)), this.#room()];
    const height = rows * cell <= room ? rows * cell : (Math.floor(room / cell - 0.5) + 0.5) * cell;
    return { cell, columns: columnsOf(cell), rows, height };
  }

  #zoomBy(steps: number): void {
    const before = this.#measures().cell;
    this.zoom += steps;
    if (this.#measures().cell === before) this.zoom -= steps;
    else void this.updateComplete.then(() => this.#reveal());
  }

  #box(): HTMLElement | null {
    return this.renderRoot.querySelector('.cells');
  }

  readonly #repaint = () => this.requestUpdate();

  #draw(): void {
    const [box, canvas, probe] = ['.cells', 'canvas', '.probe'].map((part) => this.renderRoot.querySelector(part));
    if (!(box instanceof HTMLElement && canvas instanceof HTMLCanvasElement && probe instanceof HTMLElement)) return;
    const { cell, columns, height } = this.#measures();
    canvas.style.width = `${columns * cell}px`;
    canvas.style.height = `${height}px`;
    const sheet = {
      bytes: this.pods.bytes,
      cell,
      columns,
      top: box.scrollTop,
      height,
      chosen: this.#chosenAt,
      cursor: this.isFocused ? this.cursor : this.hovered,
    };
    paint(canvas, sheet, paletteOf(probe));
  }

  #cellAt(event: MouseEvent): number {
    const box = this.#box();
    if (!box) return -1;
    const { left, top } = box.getBoundingClientRect();
    const { cell, columns } = this.#measures();
    const column = Math.floor((event.clientX - left) / cell);
    const number = Math.floor((event.clientY - top + box.scrollTop) / cell) * columns + column;
    return column < 0 || column >= columns || number >= this.pods.total ? -1 : number;
  }

  readonly #pointed = (event: PointerEvent) => {
    this.hovered = this.#cellAt(event);
    if (this.isFocused && this.hovered >= 0) this.cursor = this.hovered;
  };

  readonly #clicked = (event: MouseEvent) => {
    const number = this.#cellAt(event);
    if (number < 0) return;
    this.cursor = number;
    this.#choose(number);
  };

  readonly #pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const { columns, cell, height } = this.#measures();
    const page = Math.max(1, Math.floor(height / cell) - 1) * columns;
    const moves: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: page,
      PageUp: -page,
      Home: -this.cursor,
      End: this.pods.total - 1 - this.cursor,
    };
    const move = moves[event.key];
    if (move === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (move === undefined) return this.#choose(this.cursor);
    const to = this.cursor + move;
    if (to >= 0 && to < this.pods.total) this.cursor = to;
    void this.updateComplete.then(() => this.#reveal());
  };

  /** Scrolls the cell of the cursor into sight. */
  #reveal(): void {
    const box = this.#box();
    if (!box) return;
    const { cell, columns } = this.#measures();
    const top = Math.floor(this.cursor / columns) * cell;
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + cell > box.scrollTop + box.clientHeight) box.scrollTop = top + cell - box.clientHeight;
  }

  #choose(number: number): void {
    const row = this.pods.at(number);
    if (!row) return;
    this.#chosenAt = number;
    this.dispatchEvent(new CustomEvent('choose', { detail: row.key, bubbles: true, composed: true }));
  }
}
