/** The branches of a run: which one is on the screen, and what the person calls it. */

import { css, html, svg, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

const NAME_MAX = 40;

const pen = svg`<svg viewBox="0 0 16 16" width="12" height="12" fill="none" stroke="currentColor" stroke-width="1.5"
  stroke-linejoin="round" aria-hidden="true"><path d="m3 13 .7-2.9L11 2.8 13.2 5l-7.3 7.3z" /></svg>`;

@customElement('jobscope-branches')
export class BranchesPanel extends Panel {
  static override styles = Panel.withParts(css`
    :host {
      display: inline-flex;
      gap: 4px;
    }
    select,
    input[maxlength] {
      field-sizing: content;
      min-width: 0;
      max-width: 180px;
      text-align: left;
      text-overflow: ellipsis;
    }
    button {
      display: inline-grid;
      flex: none;
      place-content: center;
      min-width: 26px;
      padding: 0;
    }
    @container (max-width: 719px) {
      select,
      input[maxlength] {
        padding: 1px 4px;
      }
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;
  @property({ attribute: false }) branchNames: ReadonlyMap<number, string> | undefined;
  /** The branch whose name is being written. */
  @state() private renamed: number | undefined;

  protected override render() {
    const { branch, branches } = this.snapshot;
    const t = this.page.transport;
    if (this.renamed === branch) {
      return html`<input
        data-key="name"
        data-testid="branch-name"
        aria-label=${t.branchName}
        title=${t.branchName}
        maxlength=${NAME_MAX}
        .value=${this.#name(branch)}
        @keydown=${this.#typed}
        @blur=${this.#named}
      />`;
    }
    return html`<select aria-label=${t.branch} title=${this.#origin(branch)} data-testid="branch" @change=${this.#switch}>
        ${branches.map((_, number) => this.#option(number))}
      </select>
      <button data-testid="rename" data-key="rename" aria-label=${t.rename} title=${t.rename} @click=${this.#rename}>
        ${pen}
      </button>`;
  }

  /** Where a branch began stands above it in the list: the closed list has no room for it. */
  #option(number: number): TemplateResult {
    const origin = this.#origin(number);
    const option = html`<option value=${number} .selected=${number === this.snapshot.branch}>${this.#name(number)}</option>`;
    return origin ? html`<optgroup label=${origin}>${option}</optgroup>` : option;
  }

  #origin(number: number): string {
    const { forkedAt = 0, parent } = this.snapshot.branches[number] ?? {};
    return parent === undefined ? '' : this.page.transport.branchFrom(forkedAt);
  }

  #name(number: number): string {
    const t = this.page.transport;
    const isMain = this.snapshot.branches[number]?.parent === undefined;
    return this.branchNames?.get(number) || (isMain ? t.mainBranch : t.branchNumber(number));
  }

  readonly #switch = (event: Event) => {
    this.send({ do: 'switchBranch', branch: Number((event.target as HTMLSelectElement).value) });
  };

  readonly #rename = async () => {
    this.renamed = this.snapshot.branch;
    await this.updateComplete;
    this.renderRoot.querySelector('input')?.select();
  };

  readonly #typed = async (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') this.#named(event);
    this.renamed = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector('button')?.focus();
  };

  /** Also when the field is left: what was written is not lost. */
  readonly #named = (event: Event) => {
    const branch = this.renamed;
    if (branch === undefined) return;
    this.renamed = undefined;
    const name = (event.target as HTMLInputElement).value.trim();
    if (name !== this.#name(branch)) this.send({ do: 'renameBranch', branch, name });
  };
}
