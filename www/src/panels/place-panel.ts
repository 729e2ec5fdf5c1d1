/** Where and when the cursor is: the position, the virtual time, the branch. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { glyph } from '../parts/shapes.js';
import { placeText } from '../position.js';

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
    .where {
      display: contents;
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
    /* Its parts stand in the rows of the transport. */
    @container (max-width: 1099px) {
      .label {
        display: none;
      }
      :host,
      div {
        display: contents;
      }
      .where {
        display: flex;
        flex: 1;
        flex-wrap: wrap;
        grid-area: where;
        justify-content: flex-end;
        gap: 0 10px;
      }
      .branch {
        grid-area: branch;
        justify-self: end;
      }
      .position,
      .time {
        min-width: 0;
      }
    }
    @container (max-width: 340px) {
      .where.where {
        flex-direction: column;
        align-items: flex-end;
      }
    }
    @container (max-width: 719px) {
      .where {
        order: 4;
        font-size: var(--small);
      }
      .branch {
        display: contents;
      }
      .branch button {
        order: 2;
      }
      jobscope-branches {
        order: 3;
      }
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;
  @property({ attribute: false }) branchNames: ReadonlyMap<number, string> | undefined;

  protected override render() {
    const t = this.page.transport;
    const { position, end, elapsedMs, branches } = this.snapshot;
    return html`<div>
      <span class="where">
        <span class="position" data-testid="position"
          ><span class="muted label">${t.step}</span> <strong>${placeText(position)}</strong>
          <span class="muted">${t.of(placeText(end))}</span></span
        >
        <span class="time" data-testid="time"
          ><span class="muted">t =</span> <strong>${this.say.clock(elapsedMs)}</strong></span
        >
      </span>
      <span class="branch"
        >${branches.length < 2
          ? nothing
          : html`<jobscope-branches
              .telling=${this.telling}
              .snapshot=${this.snapshot}
              .branchNames=${this.branchNames}
            ></jobscope-branches>`}${this.telling.readonly ? nothing : this.#fork()}</span
      >
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
}
