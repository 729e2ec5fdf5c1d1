/** A manifest: YAML text to a plain object, and from a field's path back to the place in the text. */

import { isMap, isNode, isPair, isSeq, LineCounter, parseAllDocuments, type Document, type Node } from 'yaml';

/** A stretch of the text. Lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
  lastLine: number;
}

/** What is wrong with a manifest, and where. */
export interface Mistake {
  message: string;
  /** The field, such as `spec.template.spec.restartPolicy`; empty where there is none. */
  path: string;
  /** Absent where the text has no such place. */
  place?: Place;
}

export type Reading =
  | { manifest: Record<string, unknown>; mistake?: undefined }
  | { manifest?: undefined; mistake: Mistake };

/** Texts that only this file needs, of the catalogue. */
export interface ManifestWords {
  empty: string;
  manyDocuments: string;
  notAnObject: string;
}

/** Reads as kubectl does: YAML 1.1, where `yes` is a boolean and `010` is eight. */
export function read(text: string, words: ManifestWords): Reading {
  const { documents, lines } = parse(text);
  const first = documents[0];
  if (!first || first.contents === null) return { mistake: { message: words.empty, path: '' } };
  const error = first.errors[0];
  if (error) {
    return { mistake: { message: firstLine(error.message), path: '', place: place(lines, error.pos) } };
  }
  const second = documents[1];
  if (second) {
    return { mistake: { message: words.manyDocuments, path: '', place: place(lines, second.range) } };
  }
  if (!isMap(first.contents)) {
    return { mistake: { message: words.notAnObject, path: '', place: place(lines, first.range) } };
  }
  try {
    return { manifest: first.toJS() as Record<string, unknown> };
  } catch (problem) {
    // An alias that cannot be resolved, or too many of them.
    const message = problem instanceof Error ? firstLine(problem.message) : String(problem);
    return { mistake: { message, path: '' } };
  }
}

/** Where the text has a field; where it has not, nowhere, or at the nearest field around it. */
export function placeOf(text: string, path: string, otherwise?: 'around'): Place | undefined {
  const { documents, lines } = parse(text);
  let node: unknown = documents[0]?.contents;
  let nearest: Place | undefined;
  for (const key of keysOf(path)) {
    const found = child(node, key);
    if (!found) return otherwise && nearest;
    nearest = place(lines, [found.start, found.end]);
    node = found.value;
  }
  return nearest;
}

interface Parsed {
  text: string;
  documents: Document[];
  lines: LineCounter;
}

/** A step asks for several places of one text. */
let latest: Parsed | undefined;

function parse(text: string): Parsed {
  if (latest?.text === text) return latest;
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { version: '1.1', lineCounter: lines, prettyErrors: false });
  latest = { text, lines, documents: Array.isArray(documents) ? documents : [] };
  return latest;
}

/** `spec.containers[0].name`, `spec.containers.0.name` and `metadata.annotations[a.b/c]` alike. */
function keysOf(path: string): string[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map((found) => found[1] ?? found[2] ?? '');
}

function child(node: unknown, key: string): { value: unknown; start: number; end: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && String(item.key) === key);
    const start = startOf(pair?.key);
    if (pair && start !== undefined) {
      return { value: pair.value, start, end: endOf(pair.value) ?? endOf(pair.key) ?? start };
    }
  }
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    const start = startOf(item);
    if (start !== undefined) return { value: item, start, end: endOf(item) ?? start };
  }
  return undefined;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function endOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[1] : undefined;
}

function place(lines: LineCounter, range: Node['range'] | [number, number] | undefined): Place {
  const start = lines.linePos(range?.[0] ?? 0);
  // The end of a block is the start of the line after it.
  const end = lines.linePos(Math.max(range?.[0] ?? 0, (range?.[1] ?? 0) - 1));
  const line = Math.max(1, start.line);
  return { line, column: Math.max(1, start.col), lastLine: Math.max(line, end.line) };
}

function firstLine(message: string): string {
  return message.split('\n')[0] ?? message;
}
