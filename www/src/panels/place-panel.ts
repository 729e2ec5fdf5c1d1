/** Where and when the cursor is: the position, the virtual time, the branch. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { glyph } from '../parts/shapes.js';

@customElement('jobscope-place')
export class PlacePanel extends Panel {
  static override styles = Panel.withParts(css`
    div {
      display: flex;
      align-items: center;
      gap: 14px;
      white-space: nowrap;
    }
    .position {
      min-width: 108px;
      text-align: right;
    }
    .time {
      min-width: 66px;
    }
    .branch {
      display: inline-flex;
      min-width: 0;
      align-items: center;
      gap: 4px;
    }
    button {
      display: inline-grid;
      place-content: center;
      min-width: 26px;
      padding: 0;
    }
    select {
      max-width: 190px;
    }
    @media (max-width: 1099px) {
      .label {
        display: none;
      }
      div {
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: 2px 10px;
      }
    }
    @media (max-width: 719px) {
      div {
        font-size: var(--small);
      }
      .position,
      .time {
        min-width: 0;
      }
      select {
        min-width: 0;
        max-width: min(180px, 100%);
      }
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;

  protected override render() {
    const t = this.page.transport;
    const { position, end, elapsedMs } = this.snapshot;
    return html`<div>
      <span class="position" data-testid="position"
        ><span class="muted label">${t.step}</span> <strong>${position.step}.${position.note}</strong>
        <span class="muted">${t.of(end.step)}</span></span
      >
      <span class="time" data-testid="time"
        ><span class="muted">t =</span> <strong>${this.say.clock(elapsedMs)}</strong></span
      >
      <span class="branch">${this.#branches()}${this.#fork()}</span>
    </div>`;
  }

  #fork() {
    const t = this.page.transport;
    return html`<button
      data-testid="fork"
      aria-label=${t.fork}
      title=${t.forkTitle}
      @click=${() => this.send({ do: 'fork' })}
    >
      ${glyph('fork')}
    </button>`;
  }

  #branches() {
    const { branch, branches } = this.snapshot;
    if (branches.length < 2) return nothing;
    const t = this.page.transport;
    return html`<select aria-label=${t.branch} data-testid="branch" @change=${this.#switch}>
      ${branches.map(
        ({ forkedAt, parent }, number) => html`<option value=${number} ?selected=${number === branch}
          >${parent === undefined ? t.mainBranch : t.branchFrom(number, forkedAt)}</option
        >`,
      )}
    </select>`;
  }

  readonly #switch = (event: Event) => {
    this.send({ do: 'switchBranch', branch: Number((event.target as HTMLSelectElement).value) });
  };
}
