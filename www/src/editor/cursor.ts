/** Where in the manifest the cursor stands: which field, and what could be typed there. */

import { syntaxTree } from '@codemirror/language';
import type { EditorState, Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { ITEM } from './field-table.js';

/** A key of the manifest in the text. */
export interface Key {
  path: readonly string[];
  from: number;
  to: number;
}

/** A place where a field's name or its value is being typed. */
export interface Slot {
  kind: 'key' | 'value';
  /** Of the object that gets the key; of the field whose value it is. */
  path: readonly string[];
  from: number;
  to: number;
  /** Keys that the object has already. */
  siblings: ReadonlySet<string>;
}

/** The field whose key or value is at this position. */
export function keyAt(state: EditorState, pos: number): Key | undefined {
  const flow = flowAt(state, pos);
  if (flow?.key) return flow.key;
  const line = state.doc.lineAt(pos);
  const key = keyOf(line.text);
  if (!key || isProse(state, pos)) return undefined;
  const path = [...around(state.doc, line.number, key.column).path, key.name];
  return { path, from: line.from + key.column, to: line.from + key.column + key.length };
}

/** What may be typed at this position, judged by what stands before it. */
export function slotAt(state: EditorState, pos: number): Slot | undefined {
  if (isProse(state, pos)) return undefined;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  const flow = flowAt(state, pos);
  if (flow) return flowSlot(state, flow, pos);

  const value = /^\s*(?:- +)*[^\s#:'"]+:[ ]+(\S*)$/.exec(before);
  const key = value && keyOf(line.text);
  if (key) {
    const path = [...around(state.doc, line.number, key.column).path, key.name];
    return { kind: 'value', path, from: pos - (value[1]?.length ?? 0), to: pos, siblings: new Set() };
  }
  const name = /^(\s*(?:- +)*)([\w./-]*)$/.exec(before);
  if (!name) return undefined;
  const column = name[1]?.length ?? 0;
  const { path, siblings } = around(state.doc, line.number, column, before);
  return { kind: 'key', path, from: line.from + column, to: pos, siblings };
}

interface Token {
  kind: 'dash' | 'key';
  column: number;
  length: number;
  name: string;
}

/** The dashes and the key that a line of block style begins with. */
function tokens(text: string): Token[] {
  const found: Token[] = [];
  let column = text.search(/\S|$/);
  while (/^-(?= |$)/.test(text.slice(column))) {
    found.push({ kind: 'dash', column, length: 1, name: '' });
    column += 1 + text.slice(column + 1).search(/\S|$/);
  }
  const key = /^(?:"([^"]*)"|'([^']*)'|([^\s#[\]{},'"&*!|>%@`][^#]*?))\s*:(?=\s|$)/.exec(text.slice(column));
  if (key) {
    const name = key[1] ?? key[2] ?? key[3] ?? '';
    found.push({ kind: 'key', column, length: key[3] === undefined ? name.length + 2 : name.length, name });
  }
  return found;
}

function keyOf(text: string): Token | undefined {
  const last = tokens(text).at(-1);
  return last?.kind === 'key' ? last : undefined;
}

/**
 * The path of the object whose keys stand at a column, by indentation: it holds while a line is half typed.
 * `own` is the line itself, as far as it counts.
 */
function around(
  doc: Text,
  line: number,
  column: number,
  own = doc.line(line).text,
): { path: string[]; siblings: Set<string> } {
  const path: string[] = [];
  const siblings = new Set<string>();
  let limit = column;
  // Of the list whose item the path is in: the other items begin there, too, and its key may.
  let list: number | undefined;

  const climb = (token: Token) => {
    if (token.kind === 'key' && path.length === 0 && token.column === column) siblings.add(token.name);
    if (token.kind === 'key' ? token.column < limit || token.column === list : token.column < (list ?? limit)) {
      path.unshift(token.kind === 'key' ? token.name : ITEM);
      limit = token.column;
      list = token.kind === 'dash' ? token.column : undefined;
    }
  };
  for (const token of tokens(own).reverse()) if (token.column < column) climb(token);
  for (let above = line - 1; above >= 1 && (path.length === 0 || limit > 0 || list !== undefined); above -= 1) {
    for (const token of tokens(doc.line(above).text).reverse()) climb(token);
  }
  for (let below = line + 1; below <= doc.lines; below += 1) {
    const first = tokens(doc.line(below).text)[0];
    if (first && first.column < column) break;
    if (first?.kind === 'key' && first.column === column) siblings.add(first.name);
  }
  return { path, siblings };
}

/** In a comment or in a block of text nothing is a field. */
function isProse(state: EditorState, pos: number): boolean {
  const { name } = syntaxTree(state).resolveInner(pos, -1);
  return name === 'Comment' || name === 'BlockLiteralContent';
}

interface Flow {
  /** The innermost map or list in braces or brackets. */
  inner: SyntaxNode;
  path: string[];
  key?: Key;
}

/** Where a position is in a collection in braces or brackets. */
function flowAt(state: EditorState, pos: number): Flow | undefined {
  const path: string[] = [];
  let inner: SyntaxNode | undefined;
  let outer: SyntaxNode | undefined;
  let pair: SyntaxNode | undefined;
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(pos, -1); node; node = node.parent) {
    if (node.name === 'Pair' && node.parent?.name === 'FlowMapping') {
      const key = node.getChild('Key');
      if (key) path.unshift(unquoted(state.sliceDoc(key.from, key.to)));
      if (!inner) pair = node;
    }
    const isFlow = node.name === 'FlowMapping' || node.name === 'FlowSequence';
    // At the very end, after the bracket, the position is outside.
    if (!isFlow || (node.to === pos && /[\]}]/.test(state.sliceDoc(pos - 1, pos)))) continue;
    if (node.name === 'FlowSequence') path.unshift(ITEM);
    inner ??= node;
    outer = node;
  }
  if (!inner || !outer) return undefined;
  const line = state.doc.lineAt(outer.from);
  const last = tokens(line.text).filter(({ column }) => line.from + column < outer.from).at(-1);
  const column = !last ? outer.from - line.from : last.kind === 'key' ? last.column : last.column + 1;
  const block = around(state.doc, line.number, column).path;
  const start = last?.kind === 'key' ? [...block, last.name] : block;
  const key = pair?.getChild('Key');
  const whole = [...start, ...path];
  return { inner, path: whole, ...(key && { key: { path: whole, from: key.from, to: key.to } }) };
}

function flowSlot(state: EditorState, { inner, path, key }: Flow, pos: number): Slot | undefined {
  if (inner.name !== 'FlowMapping') return undefined;
  const before = state.sliceDoc(inner.from, pos);
  const object = key ? path.slice(0, -1) : path;
  const value = /[{,]\s*([\w./-]+):\s+([\w./-]*)$/.exec(before);
  if (value) {
    const [, of = '', typed = ''] = value;
    return { kind: 'value', path: [...object, of], from: pos - typed.length, to: pos, siblings: new Set() };
  }
  const name = /[{,]\s*([\w./-]*)$/.exec(before);
  if (!name) return undefined;
  const names = inner.getChildren('Pair').flatMap((pair) => pair.getChild('Key') ?? []);
  return {
    kind: 'key',
    path: object,
    from: pos - (name[1]?.length ?? 0),
    to: pos,
    siblings: new Set(names.map(({ from, to }) => unquoted(state.sliceDoc(from, to)))),
  };
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}
