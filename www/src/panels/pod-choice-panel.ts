/** A choice of one pod, however many there are: a list of few; of many a field that takes the beginning of a name. */

import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { PodRow } from '../../pkg/jobscope.js';
import { middle } from '../i18n/format.js';
import { Panel } from '../panel.js';
import type { Pods } from '../pods.js';

/** So many names are offered for what is written. */
const OFFERED_MAX = 20;

/** Longer names are cut in the middle: their ends tell pods apart. */
const NAME_MAX = 32;

@customElement('jobscope-pod-choice')
export class PodChoicePanel extends Panel {
  static override styles = Panel.withParts(css`
    :host {
      display: inline-block;
      max-width: 100%;
    }
    select,
    input[list] {
      max-width: 100%;
      min-height: 26px;
      text-align: left;
    }
    input[list] {
      width: 160px;
      margin-left: 4px;
    }
  `);

  /** Those of the snapshot; with more than these, the others are found by name. */
  @property({ attribute: false }) rows: readonly PodRow[] = [];
  @property({ attribute: false }) pods!: Pods;
  /** The key of the chosen pod. */
  @property() chosen = '';
  @property() testid = '';
  /** What is being written; absent while the field says which pod is chosen. */
  @state() private written: string | undefined;

  protected override render() {
    const t = this.page.podChoice;
    if (this.pods.total <= this.rows.length) {
      return html`<select
        aria-label=${t.pod}
        data-testid=${this.testid}
        @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value)}
      >
        ${this.rows.map(
          ({ key, name, stored }) => stored && html`<option value=${key} .selected=${live(key === this.chosen)}>${middle(name, NAME_MAX)}</option>`,
        )}
      </select>`;
    }
    const { written } = this;
    return html`<span aria-hidden="true">${t.pod}</span
      ><input
        list="offered"
        autocomplete="off"
        spellcheck="false"
        aria-label=${t.byName}
        title=${t.byName}
        placeholder=${t.begin}
        data-testid=${this.testid}
        .value=${live(written ?? nameOf(this.chosen))}
        @focus=${() => (this.written = '')}
        @blur=${() => (this.written = undefined)}
        @input=${this.#write}
      />
      <datalist id="offered">
        ${written === undefined ? '' : this.#offered(written).map(({ name }) => html`<option value=${name}></option>`)}
      </datalist>`;
  }

  /** Names are in order: those that begin alike stand together. */
  #offered(text: string): readonly PodRow[] {
    const namespace = this.rows[0]?.key.split('/')[0] ?? '';
    const offered: PodRow[] = [];
    for (let number = this.pods.placeOf(`${namespace}/${text}`); offered.length < OFFERED_MAX; number += 1) {
      const row = this.pods.at(number);
      if (!row?.name.startsWith(text)) break;
      if (row.stored) offered.push(row);
    }
    return offered;
  }

  readonly #write = (event: Event) => {
    const text = (event.target as HTMLInputElement).value.trim();
    this.written = text;
    const row = this.#offered(text).find(({ name }) => name === text);
    if (row) this.#choose(row.key);
  };

  #choose(key: string): void {
    this.dispatchEvent(new CustomEvent<string>('choose', { detail: key }));
  }
}

function nameOf(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
