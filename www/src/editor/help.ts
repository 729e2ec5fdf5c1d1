/** What a field means: at the pointer, and at the cursor by a key; mistakes at the pointer say what is wrong. */

import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { keyAt, type Key } from './cursor.js';
import { fieldAt, type Field, type FieldTable } from './field-table.js';
import { mistakesAt } from './marks.js';

/** How the facts of a field are told: the catalogue's words. */
export interface HelpWords {
  keyed(keys: string): string;
  none: string;
}

/** The field at the cursor. */
export function fieldAtCursor(view: EditorView, table: FieldTable | undefined): Field | undefined {
  const key = table && keyAt(view.state, view.state.selection.main.head);
  return key && fieldAt(table, key.path);
}

const setAsked = StateEffect.define<Tooltip | null>();

const asked = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(setAsked));
    if (effect) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

export function help(table: () => FieldTable | undefined, words: () => HelpWords): Extension {
  const ask = (view: EditorView) => {
    const fields = table();
    const key = fields && keyAt(view.state, view.state.selection.main.head);
    const field = key && fieldAt(fields, key.path);
    const said = field ? `${field.path}, ${field.type}. ${field.brief}` : words().none;
    view.dispatch({
      effects: [
        setAsked.of(key && field ? { pos: key.from, above: true, create: () => ({ dom: told(field, [], words()) }) } : null),
        EditorView.announce.of(said),
      ],
    });
    return true;
  };
  const close = (view: EditorView) => {
    if (!view.state.field(asked)) return false;
    view.dispatch({ effects: setAsked.of(null) });
    return true;
  };
  return [
    asked,
    keymap.of([
      { key: 'F1', run: ask },
      { key: 'Alt-h', run: ask },
      { key: 'Escape', run: close },
    ]),
    hoverTooltip((view, pos) => {
      const fields = table();
      const key = keyAt(view.state, pos);
      const field = key && isOver(key, pos) && fields ? fieldAt(fields, key.path) : undefined;
      const mistakes = mistakesAt(view.state, pos);
      const over = [...mistakes, ...(field && key ? [key] : [])];
      if (over.length === 0) return null;
      const messages = mistakes.map(({ message }) => message);
      return {
        pos: Math.min(...over.map(({ from }) => from)),
        end: Math.max(...over.map(({ to }) => to)),
        above: true,
        create: () => ({ dom: told(field, messages, words()) }),
      };
    }),
  ];
}

function isOver({ from, to }: Key, pos: number): boolean {
  return from <= pos && pos <= to;
}

function told(field: Field | undefined, mistakes: readonly string[], words: HelpWords): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'help';
  for (const mistake of mistakes) paragraph(dom, mistake, 'problem');
  if (!field) return dom;
  const { path, type, keys, brief } = field;
  const head = paragraph(dom, '');
  const name = document.createElement('code');
  name.textContent = path;
  head.append(name, ` ${type}${keys.length > 0 ? ` · ${words.keyed(keys.join(', '))}` : ''}`);
  if (brief) paragraph(dom, brief);
  return dom;
}

function paragraph(parent: HTMLElement, text: string, style = ''): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  element.className = style;
  parent.append(element);
  return element;
}
