/** The lines of the status that changed in this step; nothing where none did. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { JobView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { lineStyles, statusLine } from '../parts/status-line.js';
import { jobLines } from '../parts/status-lines.js';

const LINES_MAX = 12;

@customElement('jobscope-changes')
export class ChangesPanel extends Panel {
  static override styles = [
    Panel.withParts(lineStyles),
    css`
      section {
        margin-top: 20px;
      }
      p {
        margin-top: 4px;
      }
    `,
  ];

  @property({ attribute: false }) job: JobView | undefined;

  protected override render() {
    if (!this.job) return nothing;
    const changed = jobLines(this.job).filter(({ sign }) => sign !== ' ');
    if (changed.length === 0) return nothing;
    const t = this.page.status;
    return html`<section>
      <h2>${t.changes}</h2>
      <ol class="lines" data-testid="changes">
        ${changed.slice(0, LINES_MAX).map((line) => statusLine(line, t))}
      </ol>
      ${changed.length > LINES_MAX ? html`<p class="empty">${this.page.board.more(changed.length - LINES_MAX)}</p>` : nothing}
    </section>`;
  }
}
