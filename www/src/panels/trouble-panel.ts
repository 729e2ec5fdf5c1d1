/** The module failed: says so, and offers to go back to the step before. */

import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { Panel } from '../panel.js';
import { noticeStyles } from '../parts/notice.js';
import type { Trouble } from '../session-state.js';

@customElement('jobscope-trouble')
export class TroublePanel extends Panel {
  static override styles = [
    Panel.withParts(noticeStyles),
    css`
      p {
        flex: 1 1 24rem;
      }
    `,
  ];

  @property() kind: Trouble['kind'] = 'trap';
  @property() message = '';
  @property() position = '';

  override focus(): void {
    this.renderRoot.querySelector('button')?.focus();
  }

  protected override render() {
    const t = this.page.trouble;
    const between = this.page.marks.sentence;
    return html`<div class="notice wrong" role="alert" data-testid="trouble">
      <p id="what"><strong>${t.title[this.kind]}</strong>${between}${t.text[this.kind]}${between}<code>${this.message}</code></p>
      ${this.kind === 'trap'
        ? html`<button class="primary" data-testid="replay" aria-describedby="what" @click=${() => this.send({ do: 'replay' })}>
            ${t.replay(this.position)}
          </button>`
        : ''}
    </div>`;
  }
}
