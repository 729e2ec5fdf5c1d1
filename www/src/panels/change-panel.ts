/** What a user changes while the Job runs: parallelism, suspension, deletion. */

import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { JobChange, JobView, Propagation } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';

const propagations: readonly Propagation[] = ['background', 'foreground', 'orphan'];

@customElement('jobscope-change')
export class ChangePanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      padding: 10px var(--pad);
      border-top: 1px solid var(--line);
    }
    .field {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      min-height: 30px;
      white-space: nowrap;
    }
    .stepper {
      display: flex;
      min-width: 0;
      align-items: center;
      gap: 6px;
    }
    select {
      min-width: 0;
      padding: 1px 4px;
    }
    output {
      min-width: 28px;
      text-align: center;
      font-weight: 600;
    }
    .stepper button {
      min-width: 28px;
    }
  `);

  @property({ attribute: false }) job: JobView | undefined;
  @state() private propagation: Propagation = 'background';

  protected override render() {
    const t = this.page.change;
    const job = this.job;
    if (!job || job.gone) return html`<section data-home tabindex="-1" aria-label=${t.title}><h2>${t.title}</h2><p class="empty">${t.noJob}</p></section>`;
    return html`<section data-home tabindex="-1" aria-label=${t.title}>
      <h2>${t.title}</h2>
      <div class="field" role="group" aria-label=${t.parallelism}>
        <code>parallelism</code>
        <span class="stepper">
          <button
            aria-label=${t.fewer}
            data-testid="parallelism-down"
            aria-disabled=${job.parallelism === 0 || nothing}
            @click=${() => job.parallelism > 0 && this.#change({ parallelism: job.parallelism - 1 })}
          >
            −
          </button>
          <output data-testid="parallelism">${job.parallelism}</output>
          <button
            aria-label=${t.more}
            data-testid="parallelism-up"
            @click=${() => this.#change({ parallelism: job.parallelism + 1 })}
          >
            +
          </button>
        </span>
      </div>
      <div class="field">
        <code>suspend</code>
        <button
          data-testid="suspend"
          aria-pressed=${job.suspended}
          @click=${() => this.#change({ suspend: !job.suspended })}
        >
          ${job.suspended ? t.resume : t.suspend}
        </button>
      </div>
      <div class="field">
        <span>${t.delete}</span>
        <span class="stepper">
          <select data-testid="propagation" aria-label=${t.propagation} @change=${this.#choose}>
            ${propagations.map(
              (name) => html`<option value=${name} ?selected=${name === this.propagation}>${t.propagations[name]}</option>`,
            )}
          </select>
          <button
            data-testid="delete-job"
            aria-disabled=${job.deleting || nothing}
            @click=${() =>
              !job.deleting &&
              this.send({ do: 'act', action: { action: 'deleteJob', job: job.key, propagation: this.propagation } })}
          >
            ${t.deleteNow}
          </button>
        </span>
      </div>
    </section>`;
  }

  #change(change: JobChange): void {
    if (this.job) this.send({ do: 'act', action: { action: 'changeJob', job: this.job.key, change } });
  }

  readonly #choose = (event: Event) => {
    this.propagation = (event.target as HTMLSelectElement).value as Propagation;
  };
}
