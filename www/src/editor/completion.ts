/** What may be typed at the cursor: names of fields that the object has not yet, and words that a field takes. */

import {
  autocompletion,
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView, Rect } from '@codemirror/view';
import { slotAt, type Slot } from './cursor.js';
import { fieldAt, fieldsIn, type Field, type FieldTable } from './field-table.js';

export function completion(table: () => FieldTable | undefined): Extension {
  return autocompletion({
    override: [(context) => options(context, table())],
    icons: false,
    positionInfo: besideOrBelow,
  });
}

/** Beside the list if a few words fit there; on a phone below it, or above, where it hides no other offer. */
function besideOrBelow(_view: EditorView, list: Rect, option: Rect, info: Rect, space: Rect) {
  const room = space.right - list.right;
  if (room >= 200) return { style: `left: 100%; top: ${option.top - list.top}px; width: ${Math.min(room, 320)}px` };
  const height = list.bottom - list.top;
  const side = list.bottom + (info.bottom - info.top) > space.bottom ? 'bottom' : 'top';
  return { style: `left: 0; ${side}: ${height + 2}px; width: ${Math.min(space.right - list.left, 320)}px` };
}

function options(context: CompletionContext, table: FieldTable | undefined): CompletionResult | null {
  const slot = table && slotAt(context.state, context.pos);
  // While somebody types, an offer comes only after the first letter of a name.
  if (!slot || (!context.explicit && slot.kind === 'key' && slot.from === slot.to)) return null;
  const offered = slot.kind === 'key' ? names(table, slot) : values(fieldAt(table, slot.path));
  return offered.length === 0 ? null : { from: slot.from, to: slot.to, options: offered, validFor: /^[\w./-]*$/ };
}

function names(table: FieldTable, { path, siblings }: Slot): Completion[] {
  const fields = [...fieldsIn(table, path)].filter(([name]) => !siblings.has(name));
  return fields.map(([label, field]) => ({
    label,
    detail: field.type,
    ...(field.brief && { info: field.brief }),
    apply: (view, picked, from, to) => insert(view, picked, from, to, field),
  }));
}

function values(field: Field | undefined): Completion[] {
  return (field?.values ?? []).map((label, index) => ({ label, boost: -index }));
}

/** A name with what must follow it: a space before a value, a line of its own before more fields or items. */
function insert(view: EditorView, picked: Completion, from: number, to: number, { shape, values }: Field): void {
  const { state } = view;
  const line = state.doc.lineAt(from);
  const inBlock = /^\s*(?:- +)*$/.test(line.text.slice(0, from - line.from));
  const after = line.text.slice(to - line.from);
  const indent = ' '.repeat(from - line.from + (shape === 'list' ? 0 : 2));
  const next = inBlock && after.trim() === '' && shape !== 'value' ? `\n${indent}${shape === 'list' ? '- ' : ''}` : ' ';
  const text = picked.label + (/^\s*:/.test(after) ? '' : `:${next}`);
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    annotations: pickedCompletion.of(picked),
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  if (values.length > 0) startCompletion(view);
}
