/** How pods end while nobody decides for them: the plan that the kubelet follows. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Ending, Outcome, OutcomePlan } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

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
      gap: 8px;
      min-height: 36px;
    }
    input[type='number'] {
      width: 72px;
      text-align: right;
    }
    span {
      white-space: nowrap;
    }
  `);

  @property({ attribute: false }) plan!: OutcomePlan;

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
            <input name="exitCode" type="number" min="1" max="255" .value=${String(ending.exitCode)} />
          </label>`
        : nothing}
      ${ending.kind === 'neverScheduled' ? nothing : this.#seconds('start', t.start, startMs)}
      ${ends ? this.#seconds('run', t.run, runMs) : nothing}
    </form>`;
  }

  #seconds(name: string, label: string, ms: number) {
    return html`<label class="field"
      >${label}
      <span
        ><input name=${name} type="number" min="0" max="86400" step="any" .value=${String(ms / 1000)} />
        ${this.page.outcomes.seconds}</span
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
    this.send({ do: 'act', action: { action: 'planOutcomes', plan: { ...this.plan, default: chosen } } });
  };
}

function ms(seconds: FormDataEntryValue | null, before = 0): number {
  return seconds === null ? before : Math.round(Number(seconds) * 1000);
}
