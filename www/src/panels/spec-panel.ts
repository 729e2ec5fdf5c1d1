/** The manifest as text, with line numbers; a mistake is marked at its line and told in words. */

import { css, html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { Mistake } from '../manifest.js';
import { Panel } from '../panel.js';
import { mistakeList, mistakeStyles } from '../parts/mistakes.js';

/** So long after the last key press the text is checked. */
const CHECK_AFTER_MS = 350;

@customElement('jobscope-spec')
export class SpecPanel extends Panel {
  static override styles = [
    Panel.withParts(mistakeStyles),
    css`
    .editor {
      position: relative;
      display: grid;
      grid-template-columns: 38px 1fr;
      overflow-x: auto;
      padding: 8px 0;
      border-bottom: 1px solid var(--line);
      background: var(--surface);
      font: 12px / 20px var(--mono);
    }
    .editor:focus-within {
      outline: 2px solid var(--accent);
      outline-offset: -2px;
    }
    .lines {
      position: sticky;
      left: 0;
      z-index: 1;
      background: var(--surface);
      color: var(--muted);
      text-align: right;
      user-select: none;
    }
    .lines li {
      padding-right: 10px;
      border-left: 2px solid transparent;
    }
    .lines .reason {
      border-left-color: var(--changed);
      background: var(--changed-tint);
      color: var(--ink);
    }
    .lines .mistake {
      border-left-color: var(--failed);
      background: var(--mistake-tint);
      color: var(--failed);
      font-weight: 700;
    }
    .text {
      position: relative;
    }
    .marks {
      position: absolute;
      inset: 0;
      pointer-events: none;
    }
    .marks li {
      height: 20px;
    }
    .marks .reason {
      background: var(--changed-tint);
    }
    .marks .mistake {
      background: var(--mistake-tint);
      box-shadow: inset 0 -1px 0 var(--failed);
    }
    textarea {
      position: relative;
      display: block;
      width: 100%;
      margin: 0;
      padding: 0 12px 0 0;
      border: 0;
      outline: 0;
      background: transparent;
      color: inherit;
      font: inherit;
      white-space: pre;
      overflow: hidden;
      resize: none;
      tab-size: 2;
    }
    .below {
      padding: 12px var(--pad);
    }
    .below .row > button {
      flex: 1 1 auto;
    }
  `,
  ];

  /** The manifest of the run. */
  @property() manifest = '';
  @property({ attribute: false }) mistakes: readonly Mistake[] = [];
  /** Lines that the decision on the screen depends on. */
  @property({ attribute: false }) reasonLines: ReadonlySet<number> = new Set();
  @state() private text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  override focus(): void {
    this.renderRoot.querySelector('textarea')?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('manifest')) this.text = this.manifest;
  }

  protected override render() {
    const t = this.page.spec;
    const lines = this.text.split('\n');
    const width = Math.max(...lines.map((line) => line.length)) + 2;
    const edited = this.text !== this.manifest;
    return html`
      <div class="editor" data-testid="editor">
        <ol class="lines" aria-hidden="true">
          ${lines.map((_, index) => html`<li class=${this.#mark(index + 1)}>${index + 1}</li>`)}
        </ol>
        <div class="text" style=${styleMap({ minWidth: `${width}ch` })}>
          <ol class="marks" aria-hidden="true">
            ${lines.map((_, index) => html`<li class=${this.#mark(index + 1)}></li>`)}
          </ol>
          <textarea
            aria-label=${t.label}
            aria-invalid=${this.mistakes.length > 0}
            aria-describedby="mistakes"
            data-testid="manifest"
            rows=${lines.length}
            spellcheck="false"
            autocapitalize="off"
            autocomplete="off"
            wrap="off"
            .value=${this.text}
            @input=${this.#edited}
          ></textarea>
        </div>
      </div>
      <div class="below">
        <div id="mistakes" role="status">${mistakeList(this.mistakes, t, (line) => this.#goTo(line))}</div>
        <div class="row">
          <button data-testid="apply" title=${t.applyTitle} @click=${() => this.#submit('apply')}>
            ${t.apply}
          </button>
          <button
            data-testid="start-over"
            title=${t.startOverTitle}
            @click=${() => this.#submit('startOver')}
          >
            ${t.startOver}
          </button>
          <span class=${classMap({ small: true, muted: true, 'hidden-text': !edited })}>${edited ? t.edited : ''}</span>
        </div>
      </div>
    `;
  }

  #mark(line: number): string {
    // Only the first line of a block: the whole block would say less.
    if (this.mistakes.some(({ place }) => place?.line === line)) return 'mistake';
    return this.reasonLines.has(line) && this.text === this.manifest ? 'reason' : '';
  }

  #goTo(line: number): void {
    const area = this.renderRoot.querySelector('textarea');
    const lines = this.text.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    area?.focus();
    area?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  }

  #submit(act: 'apply' | 'startOver'): void {
    // What the API server says of the text outweighs what a check would.
    clearTimeout(this.#timer);
    this.send({ do: act, text: this.text });
  }

  readonly #edited = (event: Event) => {
    this.text = (event.target as HTMLTextAreaElement).value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send({ do: 'check', text: this.text }), CHECK_AFTER_MS);
  };
}
