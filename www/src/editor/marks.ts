/** Marks in the text: mistakes at their characters, and the lines that a decision depended on. */

import { RangeSet, StateEffect, StateField, type EditorState, type Text } from '@codemirror/state';
import { Decoration, EditorView, gutterLineClass, GutterMarker, type DecorationSet } from '@codemirror/view';
import type { Place } from '../manifest.js';
import { kindOf, type Finding } from './finding.js';

/** A place that may say its characters; without them it is known by line and column. */
export type Spot = Pick<Place, 'line' | 'column'> & Partial<Pick<Place, 'from' | 'to'>>;

type Kind = 'mistake' | 'warning' | 'reason';

export interface Marks {
  mistakes: readonly Finding[];
  reasonLines: ReadonlySet<number>;
}

export const setMarks = StateEffect.define<Marks>();

interface Marked {
  decorations: DecorationSet;
  gutter: RangeSet<GutterMarker>;
  mistakes: boolean;
}

const nothing: Marked = { decorations: Decoration.none, gutter: RangeSet.empty, mistakes: false };

const field = StateField.define<Marked>({
  create: () => nothing,
  update(marked, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(setMarks));
    if (effect) return markedBy(effect.value, transaction.state.doc);
    if (!transaction.docChanged) return marked;
    // Until the new text has been checked, the marks stay with their characters.
    return {
      decorations: marked.decorations.map(transaction.changes),
      gutter: marked.gutter.map(transaction.changes),
      mistakes: marked.mistakes,
    };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    gutterLineClass.from(field, ({ gutter }) => gutter),
    EditorView.contentAttributes.from(field, ({ mistakes }) => ({ 'aria-invalid': String(mistakes) })),
  ],
});

export const marks = field;

/** What is said of the characters at a position, and which they are. */
export function mistakesAt(state: EditorState, pos: number): { message: string; from: number; to: number }[] {
  const found: { message: string; from: number; to: number }[] = [];
  state.field(field).decorations.between(pos, pos, (from, to, { spec }) => {
    if (typeof spec.message === 'string') found.push({ message: spec.message, from, to });
  });
  return found;
}

/** The characters of a place; of a block only its first line, as the whole block would say less. */
export function rangeOf(doc: Text, { line, column, from, to }: Spot): { from: number; to: number } {
  const first = doc.lineAt(Math.min(from ?? doc.line(Math.min(line, doc.lines)).from + column - 1, doc.length));
  const start = from === undefined ? Math.min(first.from + column - 1, first.to) : Math.min(from, doc.length);
  const written = first.text.trimEnd().length;
  const end = Math.max(Math.min(to ?? first.to, first.from + written), start);
  if (end > start) return { from: start, to: end };
  // What is missing is marked at the character before it.
  return start > first.from ? { from: start - 1, to: start } : { from: start, to: Math.min(start + 1, first.to) };
}

/** Of a field that should not be there its name; of any other its value, if that stands on the line of the name. */
function charactersOf(doc: Text, message: string, place: Place): { from: number; to: number } {
  const { key, value } = place;
  if (!key || !value) return rangeOf(doc, place);
  const { to } = doc.lineAt(Math.min(key.to, doc.length));
  const isName = value.from >= value.to || value.to > to || /\b(unknown|duplicate) field\b/.test(message);
  return rangeOf(doc, { ...place, ...(isName ? key : value) });
}

class LineMarker extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super();
  }
}

/** Of several kinds in one line the last one shows. */
const kinds: readonly Kind[] = ['reason', 'warning', 'mistake'];
const markers = { mistake: new LineMarker('mistake'), warning: new LineMarker('warning'), reason: new LineMarker('reason') };

function markedBy({ mistakes, reasonLines }: Marks, doc: Text): Marked {
  const lines = new Map<number, Kind>();
  const mark = (at: number, kind: Kind) => {
    const there = lines.get(at);
    if (!there || kinds.indexOf(there) < kinds.indexOf(kind)) lines.set(at, kind);
  };
  for (const line of reasonLines) if (line <= doc.lines) mark(doc.line(line).from, 'reason');
  const characters = mistakes.flatMap((finding) => {
    if (!finding.place) return [];
    const { from, to } = charactersOf(doc, finding.message, finding.place);
    const kind = kindOf(finding);
    mark(doc.lineAt(from).from, kind);
    return from === to ? [] : [Decoration.mark({ class: `cm-${kind}`, message: finding.message }).range(from, to)];
  });
  const whole = [...lines].map(([at, kind]) => Decoration.line({ class: kind }).range(at));
  return {
    decorations: Decoration.set([...whole, ...characters], true),
    gutter: RangeSet.of([...lines].map(([at, kind]) => markers[kind].range(at)), true),
    mistakes: mistakes.some((finding) => kindOf(finding) === 'mistake'),
  };
}
