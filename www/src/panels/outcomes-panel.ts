/** How pods end while nobody decides for them: the plan that the kubelet follows, a default and exceptions. */

import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Ending, JobView, Outcome, OutcomeException, OutcomePlan } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { marked } from '../parts/marked.js';

const kinds: readonly Ending['kind'][] = ['succeed', 'fail', 'evict', 'hang', 'neverReady', 'neverScheduled'];

@customElement('jobscope-outcomes')
export class OutcomesPanel extends Panel {
  static override styles = Panel.withParts(css`
    form {
      padding: 16px var(--pad);
    }
    p {
      color: var(--muted);
      margin-bottom: 12px;
    }
    .field {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 4px;
      min-height: 36px;
      padding: 2px 0;
    }
    input[type='number'] {
      width: 64px;
      text-align: right;
    }
    span {
      white-space: nowrap;
    }
    .unit {
      display: inline-block;
      width: 1em;
      font-style: normal;
    }
    form + form {
      border-top: 1px solid var(--line);
    }
    ol {
      margin-bottom: 12px;
    }
    li {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      min-height: 30px;
      border-bottom: 1px solid var(--line);
    }
    li span {
      white-space: normal;
    }
    li button {
      flex: none;
      min-width: 24px;
      margin-right: -6px;
      padding: 0;
    }
    .pair {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      margin-bottom: 8px;
    }
    .pair label {
      display: inline-flex;
      align-items: center;
      gap: 6px;
    }
    .pair input[type='number'] {
      width: 60px;
    }
  `);

  @property({ attribute: false }) plan!: OutcomePlan;
  @property({ attribute: false }) job: JobView | undefined;
  @state() private exceptionKind: Ending['kind'] = 'fail';

  protected override render() {
    const t = this.page.outcomes;
    const { ending, startMs = 0, runMs = 0 } = this.plan.default;
    const ends = !['hang', 'neverReady', 'neverScheduled'].includes(ending.kind);
    return html`<form data-testid="outcomes" @change=${this.#changed} @submit=${(event: Event) => event.preventDefault()}>
      <h2>${t.title}</h2>
      <p>${t.what}</p>
      <label class="field"
        >${t.ending}
        <select name="kind" data-testid="ending">
          ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === ending.kind}>${t.endings[kind]}</option>`)}
        </select></label
      >
      ${ending.kind === 'fail'
        ? html`<label class="field"
            >${t.exitCode}
            <span
              ><input name="exitCode" type="number" min="1" max="255" .value=${String(ending.exitCode)} />
              <i class="unit"></i></span
          ></label>`
        : nothing}
      ${ending.kind === 'neverScheduled' ? nothing : this.#seconds('start', t.start, startMs)}
      ${ends ? this.#seconds('run', t.run, runMs) : nothing}
    </form>
    ${this.#exceptions()}`;
  }

  #exceptions() {
    const t = this.page.outcomes;
    const exceptions = this.plan.exceptions ?? [];
    const without = (at: number) => exceptions.filter((_, other) => other !== at);
    return html`<form data-testid="exceptions" data-home tabindex="-1" aria-label=${t.exceptions} @submit=${this.#add}>
      <h2>${t.exceptions}</h2>
      ${exceptions.length === 0
        ? html`<p>${t.noExceptions}</p>`
        : html`<ol>
            ${exceptions.map(
              (exception, at) => html`<li>
                <span>${this.#exception(exception)}</span>
                <button
                  type="button"
                  class="quiet"
                  aria-label=${t.remove(this.#exception(exception))}
                  title=${t.remove(this.#exception(exception))}
                  @click=${() => this.#plan({ ...this.plan, exceptions: without(at) })}
                >
                  ✕
                </button>
              </li>`,
            )}
          </ol>`}
      ${this.job && !this.job.indexed && exceptions.some(({ index }) => index !== undefined)
        ? html`<p class="small" data-testid="no-index">${marked(t.noIndex)}</p>`
        : nothing}
      <div class="pair">
        <label>${t.index} <input name="index" type="number" min="0" max="99999" placeholder=${t.any} /></label>
        <label>${t.attempt} <input name="attempt" type="number" min="1" max="99999" placeholder=${t.any} /></label>
      </div>
      <div class="pair">
        <label
          >${t.ending}
          <select
            name="kind"
            data-testid="exception-ending"
            @change=${(event: Event) => (this.exceptionKind = (event.target as HTMLSelectElement).value as Ending['kind'])}
          >
            ${kinds.map(
              (kind) => html`<option value=${kind} ?selected=${kind === this.exceptionKind}>${t.endings[kind]}</option>`,
            )}
          </select></label
        >
        ${this.exceptionKind === 'fail'
          ? html`<label>${t.exitCode} <input name="exitCode" type="number" min="1" max="255" value="1" required /></label>`
          : nothing}
        <button data-testid="add-exception">${t.add}</button>
      </div>
    </form>`;
  }

  #exception({ index, attempt, outcome }: OutcomeException): string {
    const t = this.page.outcomes;
    const { ending } = outcome;
    const end = ending.kind === 'fail' ? `${t.endings.fail}${this.page.marks.comma}${t.exitCode} ${ending.exitCode}` : t.endings[ending.kind];
    return `${t.podOf(index, attempt)}${this.page.marks.colon}${end}`;
  }

  #seconds(name: string, label: string, ms: number) {
    return html`<label class="field"
      >${label}
      <span
        ><input name=${name} type="number" min="0" max="86400" step="any" .value=${String(ms / 1000)} />
        <i class="unit">${this.page.outcomes.seconds}</i></span
      ></label
    >`;
  }

  readonly #changed = (event: Event) => {
    const form = event.currentTarget as HTMLFormElement;
    if (!form.reportValidity()) return;
    const data = new FormData(form);
    const kind = data.get('kind') as Ending['kind'];
    const ending: Ending = kind === 'fail' ? { kind, exitCode: Number(data.get('exitCode') ?? 1) } : { kind };
    const { startMs, runMs } = this.plan.default;
    const chosen: Outcome = {
      ending,
      startMs: ms(data.get('start'), startMs),
      runMs: ms(data.get('run'), runMs),
    };
    this.#plan({ ...this.plan, default: chosen });
  };

  /** The first that fits a pod wins: what was added last comes first. */
  readonly #add = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const kind = data.get('kind') as Ending['kind'];
    const [index, attempt] = [data.get('index'), data.get('attempt')];
    const of = {
      ...(index ? { index: Number(index) } : {}),
      ...(attempt ? { attempt: Number(attempt) } : {}),
    };
    const exception: OutcomeException = {
      ...of,
      outcome: {
        ...this.plan.default,
        ending: kind === 'fail' ? { kind, exitCode: Number(data.get('exitCode') ?? 1) } : { kind },
      },
    };
    // What was said of the same pods before would never count.
    const others = (this.plan.exceptions ?? []).filter((one) => one.index !== of.index || one.attempt !== of.attempt);
    this.#plan({ ...this.plan, exceptions: [exception, ...others] });
  };

  #plan(plan: OutcomePlan): void {
    this.send({ do: 'act', action: { action: 'planOutcomes', plan } });
  }
}

function ms(seconds: FormDataEntryValue | null, before = 0): number {
  return seconds === null ? before : Math.round(Number(seconds) * 1000);
}
