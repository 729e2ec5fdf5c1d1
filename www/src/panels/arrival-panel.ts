/** What became of a link, and the way back to the run that was left. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Instead } from '../arrival.js';
import type { LinkProblem } from '../link.js';
import { Panel, type PageWords } from '../panel.js';

export interface Notice {
  problem?: LinkProblem;
  /** What is on the screen in spite of it. */
  instead?: Instead | 'first' | 'kept';
  /** The menu of scenarios says it, too, and says it first. */
  isMenu?: boolean;
  /** There is a run to go back to. */
  back: boolean;
}

/** Names what is wrong with a link or a file, in a sentence. */
export function problemSentence({ key, detail }: LinkProblem, t: PageWords['arrival']): string {
  return t.problem[key](detail);
}

@customElement('jobscope-arrival')
export class ArrivalPanel extends Panel {
  static override styles = Panel.withParts(css`
    .bar {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 16px;
      padding: 8px var(--pad);
      border-bottom: 1px solid var(--line);
      background: var(--sunken);
    }
    .bar.broken {
      border-bottom-color: var(--failed);
      background: var(--mistake-tint);
    }
    p {
      flex: 1 1 20rem;
      overflow-wrap: anywhere;
    }
    strong {
      color: var(--failed);
    }
  `);

  @property({ attribute: false }) notice!: Notice;

  protected override render() {
    const t = this.page.arrival;
    const { problem, instead, back, isMenu } = this.notice;
    const between = this.page.marks.sentence;
    const role = problem && !isMenu ? 'alert' : problem ? nothing : 'status';
    return html`<div class="bar ${problem ? 'broken' : ''}" data-testid="arrival">
      <p role=${role}>
        ${problem
          ? html`<strong>${t.broken.link}</strong>${between}${problemSentence(problem, t)}${between}${instead ? t.instead[instead] : ''}`
          : t.left}
      </p>
      <span class="row">
        ${back
          ? html`<button data-testid="return" @click=${() => this.send({ do: 'return' })}>${t.back}</button>`
          : nothing}
        <button class="quiet" data-testid="dismiss" @click=${() => this.send({ do: 'dismiss' })}>${t.dismiss}</button>
      </span>
    </div>`;
  }
}
