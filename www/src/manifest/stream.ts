/**
 * A file as kubectl cuts it into documents: JSON values one after the other, or YAML between lines of `---`.
 * Mirrors `YAMLOrJSONDecoder` of apimachinery: what begins with a brace is tried as JSON first.
 */

import { YamlError } from './cursor.js';
import { JsonError, parse, write } from './json.js';
import { compose, type TreeNode } from './tree.js';
import { decode, KeyError } from './value.js';

/** One document of a file. */
export interface Piece {
  /** As JSON: of YAML made from it, of JSON as it stands there. */
  body: string;
  /** The nodes, whose offsets count from `from`; absent for JSON that is no YAML. */
  root: TreeNode | undefined;
  from: number;
  to: number;
}

/** What cannot be read, in kubectl's words. */
export class ReadError extends Error {
  constructor(
    message: string,
    readonly from?: number,
  ) {
    super(message);
  }
}

/** So much of a file is looked at for a brace. */
const LOOK_AHEAD = 4096;

export class Stream {
  #at = 0;
  /** The number of values so far, while the file may be JSON. */
  #values: number | undefined;

  constructor(readonly text: string) {
    // Not every white space of JavaScript is one for Go.
    const start = /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/.exec(text)?.[0].length ?? 0;
    if (start < LOOK_AHEAD && text[start] === '{') this.#values = 0;
  }

  /** Nothing at the end of the file. */
  next(): Piece | undefined {
    if (this.#values === undefined) return this.#nextYaml();
    try {
      const found = parse(this.text, this.#at);
      if (!found) return undefined;
      const { from, to } = found;
      this.#at = to;
      this.#values += 1;
      const body = this.text.slice(from, to);
      return { body, root: composeOrNone(body), from, to };
    } catch (problem) {
      if (!(problem instanceof JsonError)) throw problem;
      return this.#afterJson(this.#values, problem);
    }
  }

  /** Only one value, or none, may turn out to be YAML after all. */
  #afterJson(values: number, { message, at }: JsonError): Piece | undefined {
    if (values > 1) throw new ReadError(message, at);
    const offset = at === undefined ? undefined : bytes(this.text.slice(0, at)) + 1;
    const words = offset === undefined ? message : `json: offset ${offset}: ${message}`;
    const refusal = new ReadError(words, at ?? this.#end());
    this.#values = undefined;
    if (!this.#skipSpace()) throw refusal;
    try {
      return this.#nextYaml();
    } catch {
      throw refusal;
    }
  }

  /** Where what is missing would stand. */
  #end(): number {
    return this.text.trimEnd().length;
  }

  /** Up to the end of the line. Fails near the end of the file, as it wants to see four bytes. */
  #skipSpace(): boolean {
    for (;;) {
      const next = this.text.slice(this.#at, this.#at + 4);
      if (bytes(next) < 4 || next.startsWith('\ufffd')) return false;
      if (!/^\s/.test(next)) return true;
      this.#at += 1;
      if (next.startsWith('\n')) return true;
    }
  }

  #nextYaml(): Piece | undefined {
    const from = this.#at;
    const to = this.#cut();
    if (to === from) return undefined;
    const chunk = this.text.slice(from, to);
    try {
      const root = compose(chunk.endsWith('\n') ? chunk : `${chunk}\n`);
      return { body: root ? write(decode(root)) : 'null', root, from, to };
    } catch (problem) {
      if (!(problem instanceof Error) || problem instanceof RangeError) throw problem;
      const at = problem instanceof YamlError || problem instanceof KeyError ? problem.from : undefined;
      throw new ReadError(
        `error converting YAML to JSON: ${problem.message}`,
        at === undefined ? undefined : from + Math.min(at, chunk.length),
      );
    }
  }

  /** Where the document ends, before a separator. One that comes first belongs to it, so that lines count from it. */
  #cut(): number {
    const from = this.#at;
    while (this.#at < this.text.length) {
      const start = this.#at;
      const end = this.text.indexOf('\n', start);
      const line = this.text.slice(start, end < 0 ? undefined : end);
      this.#at = end < 0 ? this.text.length : end + 1;
      if (!line.startsWith('---')) continue;
      const after = line.slice(3).trim();
      if (after !== '' && !after.startsWith('#')) {
        throw new ReadError(`invalid Yaml document separator: ${after}`, start);
      }
      if (start > from) return start;
    }
    return this.#at;
  }
}

/** For the places of fields only. */
function composeOrNone(text: string): TreeNode | undefined {
  try {
    return compose(text);
  } catch {
    return undefined;
  }
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
