/** Break something: hold a watch, make a request fail, crash the controller; and what is armed. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Action, Fault, FaultError, FaultVerb, Kind, Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { barStyles } from '../parts/bar.js';

const verbs: readonly FaultVerb[] = ['createPod', 'deletePod', 'patchPod', 'updateStatus'];
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
        width: clamp(200px, 22vw, 330px);
      }
      .later {
        display: inline-flex;
        align-items: center;
        gap: 4px;
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
          <select aria-label=${t.request} data-testid="fault">
            ${verbs.map(
              (verb) => html`<optgroup label=${t.requestOf(verb)}>
                ${errors.map((error) => html`<option value="${verb} ${error}">${t.fault(verb, error)}</option>`)}
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
            <button data-testid="crash-later" title=${t.crashLaterTitle} @click=${this.#armCrash}>${t.crashLater}</button>
            <input type="number" min="1" max="999" value="1" aria-label=${t.crashCount} data-testid="crash-requests" />
            <span class="small">${t.crashRequests}</span>
          </span>
        </div>
        ${this.#armed()}
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
      ${faults.map((fault) => html`<span class="armed">${this.#armedText(fault)}</span>`)}
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

  readonly #arm = () => {
    const [verb, error] = (this.renderRoot.querySelector('select')?.value ?? '').split(' ') as [FaultVerb, FaultError];
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
