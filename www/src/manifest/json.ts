/** JSON as Go reads and writes it: keys sorted, numbers as their text, syntax errors in Go's words. */

/** A number, as it is written. */
export class Literal {
  constructor(readonly text: string) {}
}

/** Fields in the order of the text; the last of repeated keys counts. */
export class Fields {
  constructor(readonly list: [key: string, value: Json][]) {}

  get(key: string): Json | undefined {
    let found: Json | undefined;
    for (const [name, value] of this.list) if (name === key) found = value;
    return found;
  }
}

export type Json = null | boolean | string | Literal | Json[] | Fields;

/** The word that Go's JSON errors have for the kind of a value. */
export function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (value instanceof Literal) return 'number';
  if (value instanceof Fields) return 'object';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

export function write(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  if (value instanceof Literal) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const sorted = [...new Map(value.list)].sort(([one], [other]) => byBytes(one, other));
  return `{${sorted.map(([key, field]) => `${text(key)}:${write(field)}`).join(',')}}`;
}

/** Go compares bytes of UTF-8, which have the order of code points. */
function byBytes(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  const at = left.findIndex((c, index) => c !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}

/** Go escapes what HTML or JavaScript could misread. */
function text(value: string): string {
  return JSON.stringify(wellFormed(value)).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Without halves of pairs. */
function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Mirrors Go's `%q`. */
export function quote(value: string): string {
  const named: Record<string, string> = {
    '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x07': '\\a', '\b': '\\b', '\v': '\\v', '\f': '\\f',
  };
  const shown = value.replace(
    /["\\\x00-\x1f\x7f]/g,
    (c) => named[c] ?? `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `"${shown}"`;
}

/** As encoding/json writes a float64. */
export function float(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Numbers as an unstructured object holds them: an int64, or else a float64. */
export function normalize(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalize);
  if (value instanceof Fields) return new Fields(value.list.map(([key, field]) => [key, normalize(field)]));
  if (!(value instanceof Literal)) return value;
  if (isInt64(value.text)) return new Literal(String(BigInt(value.text)));
  const number = Number(value.text);
  if (Number.isFinite(number)) return new Literal(float(number));
  throw new Error(`json: cannot unmarshal number ${value.text} into Go value of type float64`);
}

export function isInt64(literal: string): boolean {
  return /^-?\d+$/.test(literal) && BigInt.asIntN(64, BigInt(literal)) === BigInt(literal);
}

/** JSON that Go does not take, in its words. */
export class JsonError extends Error {
  /** `at` is the offset of the wrong character; absent where the text ends too early. */
  constructor(message: string, readonly at?: number) {
    super(message);
  }
}

/** The value at this place of the text, and where it ends; nothing if only white space is left. */
export function parse(source: string, start = 0): { value: Json; from: number; to: number } | undefined {
  const reader = new Reader(source, start);
  reader.skipSpace();
  const from = reader.at;
  if (from === source.length) return undefined;
  return { value: reader.value(), from, to: reader.at };
}

class Reader {
  constructor(
    readonly source: string,
    public at: number,
  ) {}

  skipSpace(): void {
    while (/^[ \t\r\n]$/.test(this.#peek())) this.at += 1;
  }

  #peek(): string {
    return this.source[this.at] ?? '';
  }

  #unit(): string {
    const unit = this.#peek();
    if (unit === '') throw new JsonError('unexpected EOF');
    this.at += 1;
    return unit;
  }

  #next(): string {
    this.skipSpace();
    return this.#unit();
  }

  /** The character read last is wrong. */
  #wrong(context: string): never {
    const unit = this.source[this.at - 1] ?? '';
    throw new JsonError(`invalid character ${quoted(unit)} ${context}`, this.at - 1);
  }

  value(): Json {
    const unit = this.#next();
    if (unit === '{') return this.#fields();
    if (unit === '[') return this.#list();
    if (unit === '"') return this.#text();
    if (unit === 't') return this.#word('true', true);
    if (unit === 'f') return this.#word('false', false);
    if (unit === 'n') return this.#word('null', null);
    if (/[-0-9]/.test(unit)) return this.#number();
    return this.#wrong('looking for beginning of value');
  }

  #word(word: string, value: Json): Json {
    for (const expected of word.slice(1)) {
      if (this.#unit() !== expected) this.#wrong(`in literal ${word} (expecting ${quoted(expected)})`);
    }
    return value;
  }

  #fields(): Json {
    const list: [string, Json][] = [];
    for (;;) {
      const unit = this.#next();
      if (unit === '}' && list.length === 0) return new Fields(list);
      if (unit !== '"') this.#wrong('looking for beginning of object key string');
      const key = this.#text();
      if (this.#next() !== ':') this.#wrong('after object key');
      list.push([key, this.value()]);
      const after = this.#next();
      if (after === '}') return new Fields(list);
      if (after !== ',') this.#wrong('after object key:value pair');
    }
  }

  #list(): Json {
    const list: Json[] = [];
    this.skipSpace();
    if (this.#peek() === ']') {
      this.at += 1;
      return list;
    }
    for (;;) {
      list.push(this.value());
      const after = this.#next();
      if (after === ']') return list;
      if (after !== ',') this.#wrong('after array element');
    }
  }

  #number(): Json {
    const start = this.at - 1;
    const digit = (context: string): void => {
      if (!/\d/.test(this.#unit())) this.#wrong(context);
    };
    if (this.source[start] === '-') digit('in numeric literal');
    if (this.source[this.at - 1] !== '0') this.#digits();
    if (this.#peek() === '.') {
      this.at += 1;
      digit('after decimal point in numeric literal');
      this.#digits();
    }
    if (/^[eE]$/.test(this.#peek())) {
      this.at += 1;
      if (/^[+-]$/.test(this.#peek())) this.at += 1;
      digit('in exponent of numeric literal');
      this.#digits();
    }
    return new Literal(this.source.slice(start, this.at));
  }

  #digits(): void {
    while (/^\d$/.test(this.#peek())) this.at += 1;
  }

  #text(): string {
    const start = this.at;
    for (;;) {
      const unit = this.#unit();
      if (unit === '"') {
        return wellFormed(JSON.parse(`"${this.source.slice(start, this.at - 1)}"`) as string);
      }
      if (unit === '\\') this.#escape();
      else if (unit < ' ') this.#wrong('in string literal');
    }
  }

  #escape(): void {
    const code = this.#unit();
    if (!/["\\/bfnrtu]/.test(code)) this.#wrong('in string escape code');
    for (let index = 0; code === 'u' && index < 4; index++) {
      if (!/[0-9A-Fa-f]/.test(this.#unit())) this.#wrong('in \\u hexadecimal character escape');
    }
  }
}

/** A character as Go's syntax errors show it: of a longer one the first byte. */
function quoted(unit: string): string {
  if (unit === "'") return "'\\''";
  if (unit === '"') return "'\"'";
  const byte = new TextEncoder().encode(unit)[0] ?? 0;
  if (byte >= 0xa1 && byte !== 0xad) return `'${String.fromCharCode(byte)}'`;
  return byte >= 0x80 ? `'\\u00${byte.toString(16)}'` : `'${quote(unit).slice(1, -1)}'`;
}
