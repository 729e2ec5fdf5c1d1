/** The notes of the step, in order: passed ones dark, later ones faint. A press goes to that note. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Note, Snapshot } from '../../pkg/jobscope.js';
import { sentence, tone } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { marked } from '../parts/marked.js';

/** Of a long step so many notes are listed before and after the one that is told; and so many more on request. */
const AROUND = 20;
const MORE = 100;

@customElement('jobscope-notes')
export class NotesPanel extends Panel {
  static override styles = Panel.withParts(css`
    ol {
      margin: 0 calc(-1 * var(--pad));
      border-top: 1px solid var(--line);
    }
    section {
      margin-top: 20px;
    }
    /* Beside the board the list scrolls by itself. */
    @media screen and (min-width: 720px) and (min-height: 620px) {
      :host,
      section {
        display: flex;
        flex-direction: column;
      }
      section {
        flex: 1 0 auto;
      }
      section > ol {
        flex: 1 1 0px;
        min-height: 200px;
        overflow: auto;
        scrollbar-width: thin;
      }
    }
    summary {
      min-height: 28px;
      color: var(--muted);
      cursor: pointer;
    }
    details[open] summary {
      margin-bottom: 4px;
    }
    button {
      display: grid;
      grid-template-columns: minmax(22px, max-content) 1fr;
      gap: 4px;
      width: 100%;
      min-height: 28px;
      padding: 4px var(--pad) 4px 14px;
      border: 0;
      border-bottom: 1px solid var(--line);
      border-radius: 0;
      background: none;
      line-height: 18px;
      text-align: left;
      overflow-wrap: anywhere;
    }
    button:focus-visible {
      outline-offset: -2px;
    }
    .fold {
      color: var(--accent);
      grid-template-columns: 1fr;
      padding-left: 40px;
    }
    b {
      font-weight: 600;
    }
    .number {
      padding-right: 4px;
      color: var(--muted);
      text-align: right;
    }
    /* They are read on where nothing can be done any more. */
    :host([aria-disabled='true']) button {
      border-color: var(--line);
      color: inherit;
      opacity: 1;
    }
    :host([aria-disabled='true']) button[aria-current] {
      background: var(--changed-tint);
    }
    .later,
    .later b {
      color: var(--muted);
      font-weight: 400;
    }
    [aria-current] {
      background: var(--changed-tint);
      box-shadow: inset 2px 0 0 var(--changed);
    }
    @media (forced-colors: active) {
      [aria-current] {
        border-left: 2px solid Highlight;
      }
    }
    .problem .number {
      color: var(--failed);
      font-weight: 700;
    }
    .end .number {
      color: var(--succeeded);
      font-weight: 700;
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;
  /** The note that the page tells as the reason. */
  @property({ type: Number }) told = 0;
  /** Where there is little room the list begins folded. */
  @property({ type: Boolean }) folded = false;
  /** The listed notes, from `from` up to `to`. */
  @state() private from = 0;
  @state() private to = 0;
  #step = -1;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { position } = this.snapshot;
    if (!changed.has('snapshot') && !changed.has('told')) return;
    if (position.step === this.#step && this.told > this.from && this.told <= this.to) return;
    this.#step = position.step;
    this.from = Math.max(0, this.told - 1 - AROUND);
    this.to = this.told + AROUND;
  }

  /** The told note comes into sight in its list; nothing else moves. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const told = this.renderRoot.querySelector('[aria-current]');
    const list = told?.closest('ol');
    if (!told || !list || (!changed.has('told') && !changed.has('snapshot'))) return;
    const { top, bottom } = told.getBoundingClientRect();
    const box = list.getBoundingClientRect();
    // With the whole of the note before it.
    const first = told.previousElementSibling ?? told;
    if (top < box.top || bottom > box.bottom) list.scrollTop += first.getBoundingClientRect().top - box.top;
  }

  protected override render() {
    const t = this.page.why;
    const { notes } = this.snapshot;
    if (notes.length < 2) return nothing;
    const from = Math.min(this.from, notes.length);
    const to = Math.min(this.to, notes.length);
    const list = html`<ol data-testid="notes" data-home tabindex="-1" start=${from + 1}>
      ${from > 0
        ? this.#more('earlier', t.earlier(Math.min(MORE, from), from), () => (this.from = Math.max(0, from - MORE)))
        : nothing}
      ${notes.slice(from, to).map((note, index) => html`<li>${this.#note(note, from + index + 1)}</li>`)}
      ${to < notes.length
        ? this.#more('later', t.later(Math.min(MORE, notes.length - to), notes.length - to), () => (this.to = to + MORE))
        : nothing}
    </ol>`;
    if (!this.folded) return html`<section><h2>${t.notes}</h2>${list}</section>`;
    return html`<section>
      <details>
        <summary>${t.foldedNotes(notes.length)}</summary>
        ${list}
      </details>
    </section>`;
  }

  #more(key: string, text: string, show: () => void) {
    return html`<li><button class="fold" data-key=${key} data-testid="notes-${key}" @click=${show}>${text}</button></li>`;
  }

  #note(note: Note, number: number) {
    const { step, note: passed } = this.snapshot.position;
    return html`<button
      class="${tone(note)} ${number > passed ? 'later' : ''}"
      aria-current=${number === this.told ? 'step' : nothing}
      title=${this.page.why.goTo(number)}
      @click=${() => this.send({ do: 'seek', position: { step, note: number } })}
    >
      <span class="number">${number}</span><span>${marked(sentence(note, this.words, this.say))}</span>
    </button>`;
  }
}
