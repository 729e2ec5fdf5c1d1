/** Help: what the keys do, what the shapes mean, how to read the page. */

import { css, html, svg, type PropertyValues, type SVGTemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { setSingleKeys, singleKeysAct } from '../keys.js';
import { Panel } from '../panel.js';
import { dialogStyles } from '../parts/dialog.js';
import { keyRows } from '../parts/key-rows.js';
import { marked } from '../parts/marked.js';
import { markKinds, markStyles } from '../parts/marks.js';
import { manyShape, manyText } from '../parts/pod-many.js';
import { swatch } from '../parts/pod-painter.js';
import { lock, shape } from '../parts/shapes.js';

const others = ['unknown', 'gone'] as const;
const states = ['pending', 'running', 'ready', 'succeeded', 'failed', 'terminating'] as const;

@customElement('jobscope-help')
export class HelpPanel extends Panel {
  static override styles = [Panel.withParts(markStyles), dialogStyles, css`
    dialog {
      width: min(1060px, calc(100vw - 24px));
      padding: 20px clamp(16px, 3vw, 24px) 24px;
    }
    /* It stays while one reads on. */
    .head {
      position: sticky;
      top: -20px;
      z-index: 1;
      margin: -20px 0 0;
      padding: 20px 0 12px;
      background: var(--page);
    }
    .columns {
      display: grid;
      grid-template-columns: 1.15fr 1fr 0.9fr;
      gap: 20px 32px;
    }
    h3 {
      margin-bottom: 6px;
      font-size: var(--text);
    }
    li {
      display: flex;
      align-items: center;
      gap: 10px;
      min-height: 24px;
      line-height: 18px;
    }
    li + li {
      margin-top: 3px;
    }
    li > :first-child {
      flex: none;
    }
    .keys {
      width: 92px;
    }
    label {
      display: flex;
      align-items: start;
      gap: 8px;
      margin-top: 10px;
      line-height: 18px;
    }
    input {
      flex: none;
      width: 16px;
      height: 24px;
      margin: -3px 0;
    }
    p {
      max-width: 68ch;
      margin-bottom: 16px;
      font-size: 14px;
    }
    .mark {
      width: 16px;
      height: 16px;
      border: 1px solid var(--line);
      border-radius: 4px;
    }
    .lock {
      display: grid;
      place-content: center;
      width: 16px;
    }
    .dots {
      border-right: 2px dotted var(--muted);
    }
    .dot {
      background: linear-gradient(var(--muted), var(--muted)) 11px 11px / 3px 3px no-repeat;
    }
    .squares {
      display: flex;
      width: 16px;
    }
    .squares svg {
      width: 8px;
      height: 8px;
    }
    .unseen {
      border: 1px dashed var(--edge-strong);
      background: repeating-linear-gradient(-45deg, transparent 0 3px, var(--edge) 3px 4px);
    }
    @media (max-width: 899px) {
      .columns {
        grid-template-columns: 1fr 1fr;
      }
      .timeline {
        grid-column: 1 / -1;
      }
      .timeline ul {
        columns: 2;
        column-gap: 32px;
      }
      .timeline li {
        break-inside: avoid;
      }
    }
    /* Where there are no keys, the shapes come first. */
    @media (max-width: 599px) {
      .columns {
        grid-template-columns: minmax(0, 1fr);
      }
      .key-list {
        order: 1;
      }
      .timeline ul {
        columns: auto;
      }
    }
  `];

  @property({ type: Boolean }) open = false;

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.open && !dialog?.open) dialog?.showModal();
    if (!this.open && dialog?.open) dialog.close();
  }

  protected override render() {
    const t = this.page.help;
    const close = () => this.send({ do: 'help', open: false });
    return html`<dialog aria-labelledby="title" data-testid="help-dialog" @close=${() => this.open && close()}>
      <div class="head">
        <h2 class="title" id="title">${t.title}</h2>
        <button data-testid="help-close" @click=${close}>${t.close}</button>
      </div>
      <p>${marked(t.how)}</p>
      <div class="columns">
        <section class="key-list">
          <h3>${t.keys}</h3>
          <ul>
            ${keyRows(t.keyList)}
          </ul>
          <label
            ><input
              type="checkbox"
              data-testid="single-keys"
              .checked=${singleKeysAct()}
              @change=${(event: Event) => setSingleKeys((event.target as HTMLInputElement).checked)}
            />${t.singleKeys}</label
          >
        </section>
        <section>
          <h3>${t.shapes}</h3>
          <ul>
            ${states.map((state) => html`<li><span class=${state}>${shape(state)}</span><span>${t.states[state]}</span></li>`)}
            ${others.map((state) => html`<li><span>${manyShape(state)}</span><span>${manyText(state, this.page)}</span></li>`)}
            <li><span class="lock">${lock()}</span><span>${t.finalizer}</span></li>
            <li><span class="mark unseen"></span><span>${t.unseen}</span></li>
            <li><span class="mark changed"></span><span>${t.changed}</span></li>
            <li><span class="mark dots"></span><span>${t.otherwise}</span></li>
            <li><span class="mark dot"></span><span>${t.notCounted}</span></li>
            <li>
              <span class="squares">${(['pending', 'ready'] as const).map((state) => html`<span class=${state}>${swatch(state)}</span>`)}</span
              ><span>${t.squares}</span>
            </li>
          </ul>
        </section>
        <section class="timeline">
          <h3>${t.timeline}</h3>
          <ul>
            ${markKinds.map(
              ([name, height, steps]) => html`<li>
                ${tick(svg`<path class=${name} d="M8 ${12 - height}v${2 * height}" />`)}
                <span>${steps.map((step) => this.page.scrubber.kinds[step]).join(this.page.marks.comma)}</span>
              </li>`,
            )}
            <li>${tick(svg`<path class="strip" d="M0 12h16" />`)}<span>${t.condition}</span></li>
          </ul>
        </section>
      </div>
    </dialog>`;
  }
}

function tick(mark: SVGTemplateResult) {
  return html`<svg class="marks" viewBox="0 0 16 24" width="16" height="24" aria-hidden="true">${mark}</svg>`;
}
