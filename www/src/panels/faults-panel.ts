/** Break something: hold a watch, make a request fail, crash the controller; and what is armed. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Action, Fault, FaultError, FaultVerb, Kind, Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { barStyles } from '../parts/bar.js';

const verbs: readonly FaultVerb[] = ['createPod', 'deletePod', 'patchPod', 'updateStatus'];
/** What is chosen outlasts the panel, which is another one where the page gets narrow. */
const choice = { fault: 'createPod internalError', requests: 1 };

const errors: readonly FaultError[] = ['internalError', 'conflict', 'tooManyRequests', 'timeoutAfterEffect'];

@customElement('jobscope-faults')
export class FaultsPanel extends Panel {
  static override styles = [
    Panel.withParts(barStyles),
    css`
      .armed {
        padding: 1px 10px;
        border: 1px solid var(--waiting);
        border-radius: 12px;
        color: var(--waiting);
        font-size: var(--small);
        line-height: 20px;
      }
      select {
        width: 240px;
      }
      @media (min-width: 1400px) {
        select {
          width: auto;
        }
      }
      .later {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        margin-inline: 8px;
      }
      .later input {
        width: 48px;
        padding: 1px 4px;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: Snapshot;

  protected override render() {
    const t = this.page.faults;
    return html`
      <div class="bar" role="group" aria-label=${t.title} data-home tabindex="-1">
        <h2>${t.title}</h2>
        <div class="row grow">
          ${this.#hold('pod')} ${this.#hold('job')}
          <select
            aria-label=${t.request}
            data-testid="fault"
            @change=${(event: Event) => (choice.fault = (event.target as HTMLSelectElement).value)}
          >
            ${verbs.map(
              (verb) => html`<optgroup label=${t.requestOf(verb)}>
                ${errors.map((error) => this.#option(verb, error))}
              </optgroup>`,
            )}
          </select>
          <button data-testid="arm" @click=${this.#arm}>${t.arm}</button>
          <button
            data-testid="crash"
            title=${t.crashTitle}
            @click=${() => this.#act({ action: 'restartController' })}
          >
            ${t.crash}
          </button>
          <span class="later">
            <span class="small">${t.crashAfter}</span>
            <input
              type="number"
              min="1"
              max="999"
              .value=${live(String(choice.requests))}
              aria-label=${t.crashCount}
              data-testid="crash-requests"
              @input=${this.#count}
            />
            <span class="small">${t.crashRequests(choice.requests)}</span>
            <button
              data-testid="crash-later"
              aria-label=${`${t.arm}${this.page.marks.colon}${t.crashArmed(choice.requests)}`}
              title=${t.crashLaterTitle}
              @click=${this.#armCrash}
            >
              ${t.arm}
            </button>
          </span>
          ${this.#armed()}
        </div>
      </div>
    `;
  }

  #hold(kind: Kind) {
    const t = this.page.faults;
    const { held } = kind === 'job' ? this.snapshot.streams.jobs : this.snapshot.streams.pods;
    return html`<button
      data-testid="break-${kind}-watch"
      aria-pressed=${held}
      @click=${() => this.#act({ action: 'holdWatch', kind, held: !held })}
    >
      ${held ? t.release(kind) : t.hold(kind)}
    </button>`;
  }

  #armed() {
    const t = this.page.faults;
    const { faults, crashAfterRequests } = this.snapshot;
    if (faults.length === 0 && crashAfterRequests === undefined) return nothing;
    return html`<div class="row" data-testid="armed">
      <span class="muted small">${t.armed}</span>
      ${alike(faults).map((fault) => html`<span class="armed">${this.#armedText(fault)}</span>`)}
      ${crashAfterRequests === undefined
        ? nothing
        : html`<span class="armed">${t.crashArmed(crashAfterRequests)}</span>`}
      <button data-testid="clear-faults" @click=${() => this.#act({ action: 'clearFaults' })}>${t.clear}</button>
    </div>`;
  }

  #armedText({ verb, error, count }: Fault): string {
    const text = this.page.faults.fault(verb, error);
    return count === undefined || count === 1 ? text : `${text} × ${count}`;
  }

  #option(verb: FaultVerb, error: FaultError) {
    const value = `${verb} ${error}`;
    return html`<option value=${value} ?selected=${value === choice.fault}>${this.page.faults.fault(verb, error)}</option>`;
  }

  readonly #count = (event: Event) => {
    const { validity, valueAsNumber } = event.target as HTMLInputElement;
    if (!validity.valid || !valueAsNumber) return;
    choice.requests = valueAsNumber;
    this.requestUpdate();
  };

  readonly #arm = () => {
    const [verb, error] = choice.fault.split(' ') as [FaultVerb, FaultError];
    this.#act({ action: 'armFault', fault: { verb, error, count: 1 } });
  };

  readonly #armCrash = () => {
    const input = this.renderRoot.querySelector('input');
    if (input?.reportValidity()) this.#act({ action: 'armCrash', afterRequests: input.valueAsNumber || 1 });
  };

  #act(action: Action): void {
    this.send({ do: 'act', action });
  }
}

/** Faults that do the same, one after the other, as one. */
function alike(faults: readonly Fault[]): Fault[] {
  const merged: Fault[] = [];
  for (const fault of faults) {
    const last = merged.at(-1);
    if (last?.count !== undefined && fault.count !== undefined && isAlike(last, fault)) {
      merged[merged.length - 1] = { ...last, count: last.count + fault.count };
    } else merged.push(fault);
  }
  return merged;
}

function isAlike(one: Fault, other: Fault): boolean {
  return JSON.stringify({ ...one, count: 0 }) === JSON.stringify({ ...other, count: 0 });
}
