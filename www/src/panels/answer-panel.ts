/** What kubectl would print, to be copied. */

import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { Panel } from '../panel.js';

@customElement('jobscope-answer')
export class AnswerPanel extends Panel {
  static override styles = Panel.withParts(css`
    .head {
      display: flex;
      align-items: center;
      justify-content: space-between;
      margin: 8px 0 4px;
    }
    .head button {
      margin-right: -8px;
    }
    h3 {
      color: var(--muted);
      font-size: var(--small);
      font-weight: 400;
    }
    pre {
      /* Nine whole lines. */
      max-height: 174px;
      margin: 0;
      overflow: auto;
      padding: 8px 10px;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--sunken);
      font: 12px / 18px var(--mono);
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
  `);

  @property() text = '';
  @state() private copied: 'yes' | 'failed' | undefined;

  protected override render() {
    const t = this.page.editor;
    if (this.text === '') return nothing;
    return html`
      <div class="head">
        <h3>${t.kubectl}</h3>
        <button class="quiet" data-testid="copy-kubectl" @click=${this.#copy}>
          <span role="status">${this.copied ? t.copied[this.copied] : t.copy}</span>
        </button>
      </div>
      <pre tabindex="0" data-testid="kubectl" aria-label=${t.kubectl}>${this.text}</pre>
    `;
  }

  protected override willUpdate(changed: Parameters<Panel['willUpdate']>[0]): void {
    super.willUpdate(changed);
    if (changed.has('text')) this.copied = undefined;
  }

  readonly #copy = async () => {
    try {
      await navigator.clipboard.writeText(this.text);
      this.copied = 'yes';
    } catch {
      this.copied = 'failed';
    }
  };
}
