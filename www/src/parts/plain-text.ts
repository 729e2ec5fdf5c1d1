/** The manifest as plain text with line numbers: what stands until the editor has loaded, or instead of it. */

import { css, html, type TemplateResult } from 'lit';
import { styled } from './styled.js';

export interface PlainText {
  text: string;
  label: string;
  describedBy: string;
  invalid: boolean;
  /** What is marked at a line: a class name, or nothing. */
  mark(line: number): string;
  edited(text: string): void;
}

export const plainTextStyles = css`
  .plain {
    position: relative;
    display: grid;
    grid-template-columns: 38px 1fr;
    overflow-x: auto;
    padding: 8px 0;
    font: 12px / 20px var(--mono);
  }
  .plain:focus-within {
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
  @media (forced-colors: active) {
    /* What is transparent would be drawn. */
    .lines li {
      border-left-color: Canvas;
    }
  }
  textarea {
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
`;

export function plainText({ text, label, describedBy, invalid, mark, edited }: PlainText): TemplateResult {
  const lines = text.split('\n');
  const width = Math.max(...lines.map((line) => line.length)) + 2;
  return html`<div class="plain">
    <ol class="lines" aria-hidden="true">
      ${lines.map((_, index) => html`<li class=${mark(index + 1)}>${index + 1}</li>`)}
    </ol>
    <textarea
      aria-label=${label}
      aria-invalid=${invalid}
      aria-describedby=${describedBy}
      data-testid="manifest"
      rows=${lines.length}
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      wrap="off"
      ${styled({ 'min-width': `${width}ch` })}
      .value=${text}
      @compositionstart=${compose}
      @compositionend=${compose}
      @input=${(event: Event) => edited((event.target as HTMLTextAreaElement).value)}
    ></textarea>
  </div>`;
}

/** Says on the element whether an input method is at work. */
function compose({ type, target }: Event): void {
  (target as HTMLElement).toggleAttribute('data-composing', type === 'compositionstart');
}

/** Marks a place in the text, as far as a plain text can: by selecting its line. */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
