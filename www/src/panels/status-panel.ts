/** The Job's status as YAML, with the lines that changed in this step; its conditions above. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { JobView } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { conditionTone } from '../parts/condition.js';
import { lineStyles, statusLine } from '../parts/status-line.js';
import { jobLines } from '../parts/status-lines.js';

@customElement('jobscope-status')
export class StatusPanel extends Panel {
  static override styles = [Panel.withParts(lineStyles), css`
    .conditions {
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
      margin-bottom: 16px;
    }
    .conditions li {
      padding: 2px 10px;
      border: 1px solid currentColor;
      border-radius: var(--radius);
      font-size: var(--small);
      line-height: 18px;
    }
    .since {
      white-space: nowrap;
    }
    .conditions .false {
      color: var(--muted);
    }
    .none {
      margin-bottom: 16px;
    }
    .head {
      margin-bottom: 8px;
    }
  `];

  @property({ attribute: false }) job: JobView | undefined;

  protected override render() {
    const t = this.page.status;
    if (!this.job) return html`<p class="empty">${t.noJob}</p>`;
    const { status, gone } = this.job;
    const lines = jobLines(this.job);
    const changes = lines.filter(({ sign }) => sign !== ' ').length;
    const conditions = status.conditions ?? [];
    return html`
      <h2>${t.conditions}</h2>
      ${conditions.length === 0
        ? html`<p class="empty none">${t.noConditions}</p>`
        : html`<ul class="conditions" data-testid="conditions">
            ${conditions.map(
              ({ type, status: value, reason, lastTransitionTime }) => html`<li
                class=${value === 'True' ? conditionTone(type) : 'false'}
              >
                <strong>${type}</strong>${value === 'True' ? '' : ` = ${value}`}${reason ? `\u00a0· ${reason}` : ''}
                ${lastTransitionTime ? html`<span class="since">${t.since(this.say.at(lastTransitionTime))}</span>` : ''}
              </li>`,
            )}
          </ul>`}
      <h2>${gone ? t.gone : t.title}</h2>
      <p class="small muted head">${changes === 0 ? t.unchanged : t.changed(changes)}</p>
      ${lines.length === 0
        ? html`<p class="empty">${t.empty}</p>`
        : html`<ol class="lines" data-testid="status">
            ${lines.map((line) => statusLine(line, t))}
          </ol>`}
    `;
  }
}
