/** The notes of the step, in order: passed ones dark, later ones faint. A press goes to that note. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Note, Snapshot } from '../../pkg/jobscope.js';
import { sentence, tone } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { marked } from '../parts/marked.js';

/** Of a longer list so many notes are shown, around the one that is told. */
const LISTED_MAX = 200;

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
      grid-template-columns: 22px 1fr;
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
    b {
      font-weight: 600;
    }
    .number {
      padding-right: 4px;
      color: var(--muted);
      text-align: right;
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

  protected override render() {
    const t = this.page.why;
    const { notes } = this.snapshot;
    if (notes.length < 2) return nothing;
    const first = Math.max(0, Math.min(this.told - LISTED_MAX / 2, notes.length - LISTED_MAX));
    const listed = notes.slice(first, first + LISTED_MAX);
    const list = html`<ol data-testid="notes" data-home tabindex="-1">
      ${listed.map((note, index) => html`<li>${this.#note(note, first + index + 1)}</li>`)}
    </ol>`;
    if (!this.folded) return html`<section><h2>${t.notes}</h2>${list}</section>`;
    return html`<section>
      <details>
        <summary>${t.foldedNotes(notes.length)}</summary>
        ${list}
      </details>
    </section>`;
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
