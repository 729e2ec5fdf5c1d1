/** The text of the manifest: plain until the editor has loaded, which takes it over as it is; below, the field at the cursor. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { kindOf, type Finding } from '../editor/finding.js';
import type { Field, FieldTable } from '../editor/field-table.js';
import type { Marks, Spot } from '../editor/marks.js';
import type { Change, CodeEditor } from '../editor/setup.js';
import { Panel } from '../panel.js';
import { plainText, plainTextStyles, selectLine } from '../parts/plain-text.js';

@customElement('jobscope-editor')
export class EditorPanel extends Panel {
  static override styles = [
    Panel.withParts(plainTextStyles),
    css`
      .text {
        border-bottom: 1px solid var(--line);
        background: var(--surface);
      }
      .field {
        display: -webkit-box;
        min-height: 54px;
        margin: 8px var(--pad) 0;
        overflow: hidden;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 4;
        color: var(--muted);
        font-size: var(--small);
        line-height: 18px;
        overflow-wrap: anywhere;
      }
      .field code {
        color: var(--ink);
      }
    `,
  ];

  @property() text = '';
  @property({ attribute: false }) mistakes: readonly Finding[] = [];
  @property({ attribute: false }) reasonLines: ReadonlySet<number> = new Set();
  /** What the API knows of fields; it loads by itself. */
  @property({ attribute: false }) fields: FieldTable | undefined;
  @state() private editor: CodeEditor | undefined;
  @state() private field: Field | undefined;
  @state() private failed = false;
  /** Somebody has been in here: until then, words about the cursor take no room. */
  @state() private entered = false;

  override focus(): void {
    if (this.editor) this.editor.focus();
    else this.#area?.focus();
  }

  /** Moves the cursor to a place, and shows it. */
  goTo(place: Spot): void {
    if (this.editor) this.editor.goTo(place);
    else if (this.#area) selectLine(this.#area, place.line);
  }

  /** Replaces a stretch of the text. */
  change({ from, to, insert }: Change): void {
    if (this.editor) this.editor.change({ from, to, insert });
    else this.#edited(this.text.slice(0, from) + insert + this.text.slice(to));
  }

  get #area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { editor } = this;
    if (!editor) return;
    if (changed.has('telling') && changed.get('telling')?.words !== this.words) editor.speak();
    if (changed.has('text') || changed.has('editor')) editor.replace(this.text);
    if (changed.has('mistakes') || changed.has('reasonLines') || changed.has('editor')) editor.show(this.#marks);
    if (changed.has('fields')) editor.tell();
  }

  protected override render() {
    const t = this.page.editor;
    return html`
      <div class="text" data-testid="editor" @focusin=${() => (this.entered = true)}>
        ${this.editor
          ? nothing
          : plainText({
              text: this.text,
              label: this.page.spec.label,
              describedBy: 'keys',
              invalid: this.mistakes.some((finding) => kindOf(finding) === 'mistake'),
              mark: (line) => this.#mark(line),
              edited: (text) => this.#edited(text),
            })}
        <div class="code"></div>
      </div>
      <p class="hidden-text" id="keys">${t.keys}</p>
      ${this.failed || this.entered
        ? html`<p class="field" data-testid="field">${this.failed ? t.plain : this.field ? this.#help(this.field) : t.keys}</p>`
        : nothing}
    `;
  }

  #help({ path, type, keys, brief }: Field) {
    const keyed = keys.length > 0 ? ` · ${this.page.editor.keyed(keys.join(', '))}` : '';
    return html`<code>${path}</code> ${type}${keyed}<br />${brief}`;
  }

  get #marks(): Marks {
    const { mistakes, reasonLines } = this;
    return { mistakes, reasonLines };
  }

  #mark(line: number): string {
    if (this.mistakes.some((finding) => finding.place?.line === line && kindOf(finding) === 'mistake')) return 'mistake';
    return this.reasonLines.has(line) ? 'reason' : '';
  }

  #edited(text: string): void {
    this.text = text;
    this.dispatchEvent(new CustomEvent<string>('edited', { detail: text }));
  }

  async #load(): Promise<void> {
    try {
      const { CodeEditor } = await import('../editor/setup.js');
      await this.#composed();
      this.#takeOver(CodeEditor);
    } catch {
      // Offline, or a page that has been replaced meanwhile: the plain text does.
      this.failed = true;
    }
    const fields = await loadFields();
    this.fields ??= fields;
  }

  /** Half a word of an input method would be lost. */
  async #composed(): Promise<void> {
    const area = this.#area;
    if (!area?.matches('[data-composing]')) return;
    await new Promise((resolve) => area.addEventListener('compositionend', resolve, { once: true }));
  }

  #takeOver(Editor: typeof CodeEditor): void {
    const area = this.#area;
    const parent = this.renderRoot.querySelector<HTMLElement>('.code');
    if (!area || !parent || !this.shadowRoot) return;
    const focused = this.shadowRoot.activeElement === area;
    const { selectionStart, selectionEnd, value } = area;
    this.editor = new Editor({
      parent,
      root: this.shadowRoot,
      text: value,
      selection: focused ? { anchor: selectionStart, head: selectionEnd } : { anchor: 0, head: 0 },
      describedBy: 'keys',
      words: () => ({ label: this.page.spec.label, ...this.page.editor }),
      table: () => this.fields,
      edited: (text) => this.#edited(text),
      moved: (field) => (this.field = field),
    });
    area.closest('.plain')?.setAttribute('hidden', '');
    if (focused) this.editor.focus();
  }
}

/** A chunk of its own, which the editor does without until it comes. */
async function loadFields(): Promise<FieldTable | undefined> {
  const [load] = Object.values(import.meta.glob<{ default: FieldTable }>('../fields.json'));
  return (await load?.().catch(() => undefined))?.default;
}
