/** From a field's path to its characters in the text. */

import type { Document } from './create.js';
import type { Piece } from './stream.js';
import type { TreeNode } from './tree.js';
import { isMerge, keyText, scalarOf } from './value.js';

/** Offsets into the text. */
export interface Range {
  from: number;
  to: number;
}

/** A stretch of the text. Lines and columns count from 1. */
export interface Place extends Range {
  line: number;
  column: number;
  lastLine: number;
  /** The key of a field; an item of a list has none. */
  key?: Range;
  /** Absent where the field itself is missing, and this is the key of what should hold it. */
  value?: Range;
}

export function placeAt(text: string, { from, to }: Range): Place {
  const before = text.slice(0, from).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  // The end of a block is the start of the line after it.
  const lastLine = line + (text.slice(from, Math.max(from, to - 1)).split('\n').length - 1);
  return { from, to, line, column, lastLine };
}

/**
 * Where a document has a field; where it has not, nowhere, or at the key of the nearest field around it,
 * or in an item without keys at its first line.
 */
export function placeIn(
  text: string,
  { piece, path: around }: Pick<Document, 'path'> & { piece: Piece },
  path: string,
  otherwise?: 'around',
): Place | undefined {
  const keys = [...keysOf(around), ...keysOf(path)];
  let node = piece.root;
  let nearest: { key?: Range; value: Range } | undefined;
  const shift = ({ from, to }: Range): Range => ({ from: from + piece.from, to: to + piece.from });
  for (const name of keys) {
    const found = child(node, name);
    if (!found) {
      if (otherwise !== 'around' || !nearest) return undefined;
      return placeAt(text, nearest.key ?? firstLineOf(text, nearest.value));
    }
    node = found.value;
    nearest = { value: shift(found.value), ...(found.key && { key: shift(found.key) }) };
  }
  if (!nearest) return undefined;
  return { ...placeAt(text, { from: (nearest.key ?? nearest.value).from, to: nearest.value.to }), ...nearest };
}

function firstLineOf(text: string, { from, to }: Range): Range {
  const end = text.indexOf('\n', from);
  return { from, to: end < 0 ? to : Math.min(to, end) };
}

/** `spec.containers[0].name`, `spec.containers.0.name` and `metadata.annotations[a.b/c]` alike. */
function keysOf(path: string): string[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map((found) => found[1] ?? found[2] ?? '');
}

interface Child {
  key?: TreeNode;
  value: TreeNode;
}

function child(node: TreeNode | undefined, name: string): Child | undefined {
  const target = node?.kind === 'alias' ? node.of : node;
  if (target?.kind === 'list') {
    const value = /^\d+$/.test(name) ? target.items[Number(name)] : undefined;
    return value && { value };
  }
  if (target?.kind !== 'map') return undefined;
  // The last of repeated keys counts, and what is merged replaces what stands before it.
  let found: Child | undefined;
  for (const { key, value } of target.pairs) {
    if (isMerge(key)) found = merged(value, name) ?? found;
    else if (key.kind === 'scalar' && keyText(scalarOf(key)) === name) found = { key, value };
  }
  return found;
}

/** Of several maps the first that has the key. */
function merged(node: TreeNode, name: string): Child | undefined {
  if (node.kind !== 'list') return child(node, name);
  for (const item of node.items) {
    const found = child(item, name);
    if (found) return found;
  }
  return undefined;
}
