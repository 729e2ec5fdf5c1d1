/** A sentence of the catalogue as a template: its marks become elements. */

import { html, type TemplateResult } from 'lit';
import { rich } from '../i18n/index.js';

/** A number and the word that counts with it stay on one line. */
const COUNTED = /(?<=\d) (?=\p{Script=Han})/gu;

export function marked(text: string): TemplateResult[] {
  return rich(text.replace(COUNTED, '\u00a0')).map(({ text, mark }) => {
    if (mark === 'bold') return html`<b>${text}</b>`;
    // What fits a narrow column stays on one line.
    return mark === 'code' ? html`<code class=${text.length < 25 ? 'whole' : ''}>${text}</code>` : html`${text}`;
  });
}
