/** A row of tabs and what they show: the children, by slot name. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { Panel } from '../panel.js';

export interface Tab {
  id: string;
  label: string;
}

@customElement('jobscope-tabs')
export class TabsPanel extends Panel {
  static override styles = Panel.withParts(css`
    /* What is shown takes the height that the tabs are given. */
    :host {
      display: grid;
      grid-template-rows: auto 1fr;
    }
    [role='tabpanel']:not([hidden]) {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
    }
    [role='tablist'] {
      position: sticky;
      top: 0;
      z-index: 2;
      display: flex;
      flex-wrap: wrap;
      gap: 0 18px;
      padding: 0 var(--pad);
      border-bottom: 1px solid var(--line);
      background: var(--page);
    }
    [role='tab'] {
      min-height: 38px;
      padding: 1px 2px 0;
      border: 0;
      border-bottom: 2px solid transparent;
      border-radius: 0;
      background: none;
      color: var(--muted);
      font-size: var(--text);
      white-space: nowrap;
    }
    @media (max-width: 1099px) {
      [role='tablist'] {
        gap: 0 8px;
      }
    }
    [role='tab']:hover {
      background: none;
      color: var(--ink);
    }
    [role='tab'][aria-selected='true'] {
      border-bottom-color: var(--accent);
      color: var(--ink);
    }
    @media (forced-colors: active) {
      [role='tab'] {
        border-bottom-color: Canvas;
      }
      [role='tab'][aria-selected='true'] {
        border-bottom-color: Highlight;
      }
    }
  `);

  @property({ attribute: false }) tabs: readonly Tab[] = [];
  @property() selected = '';
  @property() label = '';

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }

  protected override render() {
    return html`
      <div role="tablist" aria-label=${this.label} @keydown=${this.#steer}>
        ${this.tabs.map(
          ({ id, label }) => html`<button
            role="tab"
            id="tab-${id}"
            data-testid="tab-${id}"
            aria-controls="panel-${id}"
            aria-selected=${id === this.selected}
            tabindex=${id === this.selected ? 0 : -1}
            @click=${() => this.#select(id)}
          >
            ${label}
          </button>`,
        )}
      </div>
      ${this.tabs.map(
        ({ id }) => html`<div
          role="tabpanel"
          id="panel-${id}"
          aria-labelledby="tab-${id}"
          ?hidden=${id !== this.selected}
        >
          <slot name=${id}></slot>
        </div>`,
      )}
    `;
  }

  #select(id: string): void {
    this.dispatchEvent(new CustomEvent<string>('choose', { detail: id }));
  }

  readonly #steer = (event: KeyboardEvent) => {
    const at = this.tabs.findIndex(({ id }) => id === this.selected);
    const last = this.tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const tab = to === undefined || event.ctrlKey ? undefined : this.tabs[to];
    if (!tab) return;
    event.preventDefault();
    this.#select(tab.id);
    void this.updateComplete.then(() => this.focus());
  };
}
