/** What became of a link, and the way back to the run that was left. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { problemSentence, type Instead } from '../arrival.js';
import type { LinkProblem } from '../link.js';
import { Panel } from '../panel.js';
import { noticeStyles } from '../parts/notice.js';

export interface Notice {
  problem?: LinkProblem;
  /** What is on the screen in spite of it. */
  instead?: Instead | 'first' | 'kept';
  /** The menu of scenarios says it, too, and says it first. */
  isMenu?: boolean;
  /** There is a run to go back to. */
  back: boolean;
}

@customElement('jobscope-arrival')
export class ArrivalPanel extends Panel {
  static override styles = [
    Panel.withParts(noticeStyles),
    css`
      p {
        flex: 1 1 20rem;
      }
    `,
  ];

  @property({ attribute: false }) notice!: Notice;

  protected override render() {
    const t = this.page.arrival;
    const { problem, instead, back, isMenu } = this.notice;
    const between = this.page.marks.sentence;
    const role = problem && !isMenu ? 'alert' : problem ? nothing : 'status';
    return html`<div class="notice ${problem ? 'wrong' : ''}" data-testid="arrival">
      <p role=${role}>
        ${problem
          ? html`<strong>${t.broken.link}</strong>${between}${problemSentence(problem, t)}${between}${instead ? t.instead[instead] : ''}`
          : t.left}
      </p>
      <span class="row">
        ${back
          ? html`<button data-testid="return" @click=${() => this.send({ do: 'return' })}>${t.back}</button>`
          : nothing}
        <button data-testid="dismiss" @click=${() => this.send({ do: 'dismiss' })}>${t.dismiss}</button>
      </span>
    </div>`;
  }
}
