/** Before the first step: how to read the page, and the keys that one needs first. */

import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { Panel } from '../panel.js';
import { keyRows } from '../parts/key-rows.js';
import { marked } from '../parts/marked.js';

/** In the list of help: on, back, what may happen next. */
const keys = [0, 1, 6];

@customElement('jobscope-start')
export class StartPanel extends Panel {
  static override styles = Panel.withParts(css`
    p {
      margin: 12px 0;
      color: var(--muted);
    }
    li {
      display: flex;
      gap: 10px;
      min-height: 24px;
      padding-bottom: 4px;
    }
    .keys {
      flex: 0 0 72px;
    }
  `);

  protected override render() {
    const { help, header } = this.page;
    const rows = [...keys.map((key) => help.keyList[key] ?? []), ['?', header.help]];
    return html`<p data-testid="start">${marked(help.how)}</p>
      <ul>
        ${keyRows(rows)}
      </ul>`;
  }
}
