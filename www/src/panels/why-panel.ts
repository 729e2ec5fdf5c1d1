/** Why: what just happened and the reason, and the values that it depended on. */

import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Snapshot } from '../../pkg/jobscope.js';
import { stepTitle, tone, type Input } from '../i18n/index.js';
import type { upstream as Upstream } from '../i18n/upstream.js';
import { Panel } from '../panel.js';
import { marked } from '../parts/marked.js';
import type { Reason } from '../reason.js';

/** A longer value is a text, not a number or a name. */
const SHORT_MAX = 18;

@customElement('jobscope-why')
export class WhyPanel extends Panel {
  static override styles = Panel.withParts(css`
    .headline {
      font-size: var(--why);
      line-height: 1.45;
      overflow-wrap: anywhere;
    }
    .headline b {
      font-weight: 650;
    }
    .problem {
      padding-left: 10px;
      border-left: 2px solid var(--failed);
    }
    .mirrors {
      margin-top: 8px;
    }
    table {
      width: 100%;
      margin-top: 12px;
      border-collapse: collapse;
    }
    caption {
      padding-bottom: 4px;
      color: var(--muted);
      font-size: var(--small);
      text-align: left;
    }
    th,
    td {
      padding: 4px 12px 4px 0;
      border-top: 1px solid var(--line);
      font-weight: 400;
      text-align: left;
      vertical-align: baseline;
      /* Chinese does not stand upright beside a long value. */
      word-break: keep-all;
    }
    .short {
      font-weight: 650;
      white-space: nowrap;
    }
    .long {
      padding-right: 0;
      overflow-wrap: anywhere;
    }
    .from {
      display: block;
      padding-right: 0;
      color: var(--muted);
      font-size: var(--small);
    }
    td.from {
      display: table-cell;
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;
  @property({ attribute: false }) reason!: Reason;
  /** Lines of the manifest on the screen, by field. */
  @property({ attribute: false }) specLines: ReadonlyMap<string, number> = new Map();

  /** Which function of upstream does what a note tells; the names come after the first step. */
  @state() private upstream: typeof Upstream | undefined;

  protected override firstUpdated(): void {
    void import('../i18n/upstream.js').then((names) => (this.upstream = names.upstream));
  }

  protected override render() {
    const t = this.page.why;
    const { position, notes, action } = this.snapshot;
    const { note, text, complete, inputs } = this.reason;
    if (!action) {
      return html`<h2 data-testid="why-title">${t.start}</h2>
        <p class="headline" data-testid="why">${marked(text)}</p>`;
    }
    const mirrored = note && this.upstream?.(note);
    return html`
      <h2 data-testid="why-title">
        ${t.heading(position.step, stepTitle(action, this.words))} ·
        ${complete ? t.whole(notes.length) : t.noteOf(position.note, notes.length)}
      </h2>
      <p class="headline ${note && tone(note) === 'problem' ? 'problem' : ''}" data-testid="why">${marked(text)}</p>
      ${inputs.length > 0 ? this.#table(inputs) : nothing}
      ${mirrored ? html`<p class="mirrors small muted">${marked(this.words.ui.mirrors(`\`${mirrored}\``))}</p>` : nothing}
      ${this.upstream ? nothing : html`<p class="mirrors small">&nbsp;</p>`}
    `;
  }

  #table(rows: readonly Input[]) {
    const t = this.page.why;
    return html`<table data-testid="inputs">
      <caption>
        ${t.inputs}
      </caption>
      <thead class="hidden-text">
        <tr>
          <th>${t.input}</th>
          <th>${t.value}</th>
          <th>${t.from}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr>
            <th scope="row">${row.name.startsWith('spec.') ? html`<code>${row.name.slice(5)}</code>` : row.name}</th>
            ${row.value.length <= SHORT_MAX
              ? html`<td class="short">${row.value}</td>
                  <td class="from">${this.#source(row)}</td>`
              : html`<td class="long" colspan="2">${row.value}<span class="from">${this.#source(row)}</span></td>`}
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #source({ name, from }: Input): string {
    const line = from === 'spec' ? this.specLines.get(name) : undefined;
    return line === undefined ? this.words.ui.sources[from] : this.page.why.specLine(line);
  }
}
