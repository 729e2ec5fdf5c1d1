/** A sentence of the catalogue as a template: its marks become elements. */

import { html, type TemplateResult } from 'lit';
import { rich } from '../i18n/index.js';

export function marked(text: string): TemplateResult[] {
  return rich(text).map(({ text, mark }) => {
    if (mark === 'bold') return html`<b>${text}</b>`;
    return mark === 'code' ? html`<code>${text}</code>` : html`${text}`;
  });
}
