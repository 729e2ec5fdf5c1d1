/** Fields of the spec as a form; what is chosen is written into the text, and nothing else of it changes. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { JobView } from '../../pkg/jobscope.js';
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

/** What counts for a Job whose text does not say it. */
const unsaid: Readonly<Record<string, string>> = { parallelism: '1', suspend: 'false' };

@customElement('jobscope-fields')
export class FieldsPanel extends Panel {
  static override styles = Panel.withParts(css`
    :host {
      padding: 8px var(--pad);
      border-top: 1px solid var(--line);
      container: fields / inline-size;
    }
    .differs {
      justify-content: space-between;
      color: var(--muted);
      font-size: var(--small);
    }
    .differs button {
      margin: 0 -8px 0 auto;
    }
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
      margin: 4px 0 8px;
    }
    label {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 116px;
      align-items: center;
      gap: 8px;
      font: 12px / 16px var(--mono);
    }
    @container fields (max-width: 300px) {
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
    input::placeholder,
    .unset {
      color: var(--muted);
      opacity: 1;
    }
    option {
      color: var(--ink);
    }
    @media print {
      :host {
        display: none;
      }
    }
  `);

  /** The manifest as it stands in the editor. */
  @property() text = '';
  /** The manifest that the run was made from or last changed to. */
  @property() manifest = '';
  /** The Job that the API server has. */
  @property({ attribute: false }) job: JobView | undefined;
  #spec: ReadonlyMap<string, string> | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('text')) this.#spec = readSpec(this.text);
  }

  protected override render() {
    const t = this.page.editor;
    return html`${this.#differs()}<details data-testid="fields">
      <summary>${t.fields}</summary>
      <div class="fields">${fields.map(([name, values]) => this.#control(name, values))}</div>
      ${this.#spec ? nothing : html`<p class="small muted">${t.fieldsUnread}</p>`}
    </details>`;
  }

  /** What was changed while the Job ran, and the text does not say: applied, it would undo that. */
  #differs() {
    const { job } = this;
    const spec = this.#spec;
    if (!job || job.gone || !spec) return nothing;
    const before = readSpec(this.manifest);
    const differing = Object.entries({ parallelism: `${job.parallelism}`, suspend: `${job.suspended}` }).filter(
      ([name, value]) => {
        const own = spec.get(name);
        return own === before?.get(name) && (own ?? unsaid[name]) !== value;
      },
    );
    if (differing.length === 0) return nothing;
    const t = this.page.editor;
    return html`<div class="row differs" data-testid="differs">
      <span
        >${t.differs}${differing.map(
          ([name, value], at) => html`${at > 0 ? this.page.marks.comma : ' '}<code class="whole">${name}: ${value}</code>`,
        )}</span
      >
      <button class="quiet" data-testid="take" title=${t.takeTitle} @click=${() => this.#take(differing)}>${t.take}</button>
    </div>`;
  }

  #take(values: readonly [string, string][]): void {
    let { text } = this;
    for (const [name, value] of values) {
      const change = setSpecField(text, name, value);
      if (!change) continue;
      text = text.slice(0, change.from) + change.insert + text.slice(change.to);
      this.dispatchEvent(new CustomEvent<Change>('fill', { detail: change }));
    }
  }

  #control(name: string, values: readonly string[] | undefined) {
    const value = this.#spec?.get(name) ?? '';
    const set = (event: Event) => this.#set(name, (event.target as HTMLInputElement | HTMLSelectElement).value);
    const choices = values && ['', ...values, ...(value === '' || values.includes(value) ? [] : [value])];
    return html`<label>
      <span>${name.split(/(?=[A-Z])/).map((part) => html`${part}<wbr />`)}</span>
      ${choices
        ? html`<select class=${value ? '' : 'unset'} data-key=${name} data-field=${name} ?disabled=${!this.#spec} @change=${set}>
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
