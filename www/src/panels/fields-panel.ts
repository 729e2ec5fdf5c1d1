/** Fields of the spec as a form; what is chosen is written into the text, and nothing else of it changes. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { readSpec, setSpecField } from '../editor/spec-fields.js';
import type { Change } from '../editor/setup.js';
import { Panel } from '../panel.js';

/** The fields that a run depends on; those without values are numbers. */
const fields: readonly (readonly [name: string, values?: readonly string[]])[] = [
  ['parallelism'],
  ['completions'],
  ['completionMode', ['NonIndexed', 'Indexed']],
  ['suspend', ['true', 'false']],
  ['backoffLimit'],
  ['backoffLimitPerIndex'],
  ['maxFailedIndexes'],
  ['podReplacementPolicy', ['TerminatingOrFailed', 'Failed']],
  ['activeDeadlineSeconds'],
  ['ttlSecondsAfterFinished'],
];

@customElement('jobscope-fields')
export class FieldsPanel extends Panel {
  static override styles = Panel.withParts(css`
    summary {
      min-height: 24px;
      color: var(--muted);
      font-size: var(--small);
      line-height: 24px;
      cursor: pointer;
    }
    summary:hover {
      color: var(--ink);
    }
    .fields {
      display: grid;
      gap: 4px;
      max-width: 400px;
      margin: 4px 0 12px;
    }
    label {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 116px;
      align-items: center;
      gap: 8px;
      font: 12px / 16px var(--mono);
      overflow-wrap: anywhere;
    }
    /* Where the column is narrow, the longest name still has a line of its own. */
    @media (min-width: 720px) and (max-width: 1099px) {
      label {
        grid-template-columns: minmax(0, 1fr) 98px;
        gap: 4px;
      }
    }
    .fields :is(input, select) {
      width: 100%;
      min-width: 0;
      font-family: var(--sans);
      text-align: left;
    }
    input::placeholder {
      color: var(--muted);
      opacity: 1;
    }
  `);

  /** The manifest as it stands in the editor. */
  @property() text = '';
  #spec: ReadonlyMap<string, string> | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('text')) this.#spec = readSpec(this.text);
  }

  protected override render() {
    const t = this.page.editor;
    return html`<details data-testid="fields">
      <summary>${t.fields}</summary>
      <div class="fields">${fields.map(([name, values]) => this.#control(name, values))}</div>
      ${this.#spec ? nothing : html`<p class="small muted">${t.fieldsUnread}</p>`}
    </details>`;
  }

  #control(name: string, values: readonly string[] | undefined) {
    const value = this.#spec?.get(name) ?? '';
    const set = (event: Event) => this.#set(name, (event.target as HTMLInputElement | HTMLSelectElement).value);
    const choices = values && ['', ...values, ...(value === '' || values.includes(value) ? [] : [value])];
    return html`<label>
      ${name}
      ${choices
        ? html`<select data-key=${name} data-field=${name} ?disabled=${!this.#spec} @change=${set}>
            ${choices.map(
              (one) => html`<option value=${one} .selected=${live(one === value)}>${one || this.words.ui.values.notSet}</option>`,
            )}
          </select>`
        : html`<input
            type="number"
            data-key=${name}
            data-field=${name}
            placeholder=${this.words.ui.values.notSet}
            ?disabled=${!this.#spec}
            .value=${/^-?\d+$/.test(value) ? value : ''}
            @change=${set}
          />`}
    </label>`;
  }

  #set(name: string, value: string): void {
    const change = setSpecField(this.text, name, value);
    if (change) this.dispatchEvent(new CustomEvent<Change>('fill', { detail: change }));
    else this.requestUpdate();
  }
}
