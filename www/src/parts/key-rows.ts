/** What keys do, a row each. */

import { html, type TemplateResult } from 'lit';

/** The names of the keys, parted by spaces, and what they do. */
export function keyRows(rows: readonly (readonly string[])[]): TemplateResult[] {
  return rows.map(
    ([names = '', meaning]) => html`<li>
      <span class="keys">${names.split(' ').map((name) => html`<kbd>${name}</kbd> `)}</span><span>${meaning}</span>
    </li>`,
  );
}
