/** The bar of the element: what is shown, the way to its manifest, and the way to the full page. */

import { html, nothing, type TemplateResult } from 'lit';
import type { FirstWords } from '../i18n/index.js';

export interface Bar {
  words: FirstWords['ui']['page']['embed'];
  name: string;
  canEdit: boolean;
  editing: boolean;
  edit(): void;
  /** Empty until somebody is about to follow it. */
  link: string;
  prepare?(): void;
  /** Absent where there is nothing to open. */
  open?(event: Event): void;
}

export function bar({ words, name, canEdit, editing, edit, link, prepare, open }: Bar): TemplateResult {
  return html`<header class="bar" part="bar">
    <span class="title" part="title">${name || 'Jobscope'}</span>
    ${canEdit
      ? html`<button part="button edit" data-testid="edit" title=${words.editTitle} aria-expanded=${editing} @click=${edit}>
          ${words.edit}
        </button>`
      : nothing}
    ${open
      ? html`<a
          part="button open"
          data-testid="open"
          href=${link || '#'}
          title=${words.openTitle}
          target="_blank"
          rel="noopener"
          @pointerenter=${prepare}
          @focus=${prepare}
          @click=${open}
          >${words.open}</a
        >`
      : nothing}
  </header>`;
}
