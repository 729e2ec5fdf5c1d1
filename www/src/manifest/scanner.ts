/** YAML text to tokens, by the rules and in the order of go-yaml's scanner: its words depend on both. */

import { Cursor, isBlank, isBreak, isSpaceOrEnd, isWord, type Mark } from './cursor.js';
import { blockText, plainText, quotedText } from './scalar-text.js';
import { directive, tag } from './tag.js';

export type TokenType =
  | 'streamEnd'
  | 'directive'
  | 'documentStart'
  | 'documentEnd'
  | 'blockList'
  | 'blockMap'
  | 'blockEnd'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'
  | '-'
  | '['
  | ']'
  | '{'
  | '}'
  | ',';

export interface Token {
  type: TokenType;
  start: Mark;
  end: Mark;
  /** Of a scalar, or the name of an anchor or directive, or a tag's suffix. */
  text: string;
  /** Not in quotes, and not a block. */
  plain?: boolean;
  /** Of a tag. */
  handle?: string;
}

/** What stands before a colon may turn out to be a key, if it is short. */
interface SimpleKey {
  required: boolean;
  /** The number of the token. */
  token: number;
  mark: Mark;
}

const KEY_LENGTH_MAX = 1024;
const DEPTH_MAX = 10_000;

export class Scanner {
  readonly #cursor: Cursor;
  #queue: Token[] = [];
  /** The number of the first token in the queue. */
  #taken = 0;
  #ended = false;
  #indent = -1;
  #indents: number[] = [];
  /** One for the block, and one for each collection in brackets around. */
  #keys: (SimpleKey | undefined)[] = [undefined];
  /** The level of a key, by its token. */
  readonly #levels = new Map<number, number>();
  #keyAllowed = true;

  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  peek(): Token {
    for (;;) {
      const first = this.#queue[0];
      if (first && !this.#mayGetKey()) return first;
      if (this.#ended) throw new Error('nothing follows the end of a stream');
      this.#fetch();
    }
  }

  next(): Token {
    const token = this.peek();
    this.#queue.shift();
    this.#levels.delete(this.#taken);
    this.#taken += 1;
    return token;
  }

  get #inFlow(): boolean {
    return this.#keys.length > 1;
  }

  /** A key is found only with its colon, and comes before what stands first in the queue. */
  #mayGetKey(): boolean {
    const level = this.#levels.get(this.#taken);
    return level !== undefined && this.#keys[level]?.token === this.#taken && this.#isKey(level);
  }

  #isKey(level: number): boolean {
    const key = this.#keys[level];
    if (!key) return false;
    const { line, at } = this.#cursor;
    if (key.mark.line >= line && key.mark.at + KEY_LENGTH_MAX >= at) return true;
    this.#dropKey(level);
    return false;
  }

  #dropKey(level = this.#keys.length - 1): void {
    const key = this.#keys[level];
    if (key?.required) this.#cursor.fail("could not find expected ':'", key.mark.at);
    this.#keys[level] = undefined;
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const mark = this.#cursor.mark;
    const required = !this.#inFlow && this.#indent === mark.column;
    this.#dropKey();
    const token = this.#taken + this.#queue.length;
    this.#levels.set(token, this.#keys.length - 1);
    this.#keys[this.#keys.length - 1] = { required, token, mark };
  }

  #push(type: TokenType, length: number, text = ''): void {
    const start = this.#cursor.mark;
    for (let index = 0; index < length; index++) this.#cursor.skip();
    this.#queue.push({ type, start, end: this.#cursor.mark, text });
  }

  #insert(number: number, type: TokenType, mark: Mark): void {
    this.#queue.splice(number - this.#taken, 0, { type, start: mark, end: mark, text: '' });
  }

  #indentTo(column: number, number: number, type: TokenType, mark: Mark): void {
    if (this.#inFlow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > DEPTH_MAX) this.#cursor.fail(`exceeded max depth of ${DEPTH_MAX}`);
    this.#insert(number, type, mark);
  }

  #unindentTo(column: number): void {
    while (!this.#inFlow && this.#indent > column) {
      this.#push('blockEnd', 0);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #fetch(): void {
    const cursor = this.#cursor;
    this.#skipToToken();
    this.#unindentTo(cursor.column);
    const unit = cursor.peek();
    const spaceNext = isSpaceOrEnd(cursor.peek(1));
    if (unit === '') return this.#streamEnd();
    if (cursor.column === 0 && unit === '%') return this.#directive();
    if (cursor.isDocumentMark()) return this.#documentMark(unit === '-' ? 'documentStart' : 'documentEnd');
    if (unit === '[' || unit === '{') return this.#open(unit);
    if (unit === ']' || unit === '}') return this.#close(unit);
    if (unit === ',') {
      this.#dropKey();
      this.#keyAllowed = true;
      return this.#push(',', 1);
    }
    if (unit === '-' && spaceNext) return this.#entry();
    if (unit === '?' && (this.#inFlow || spaceNext)) return this.#key();
    if (unit === ':' && (this.#inFlow || spaceNext)) return this.#value();
    if (unit === '*' || unit === '&') return this.#name(unit === '*' ? 'alias' : 'anchor');
    if (unit === '!') return this.#scan('tag', () => tag(cursor));
    if ((unit === '|' || unit === '>') && !this.#inFlow) {
      this.#dropKey();
      this.#keyAllowed = true;
      return void this.#scalar(() => blockText(cursor, this.#indent));
    }
    if (unit === "'" || unit === '"') {
      this.#saveKey();
      this.#keyAllowed = false;
      return void this.#scalar(() => quotedText(cursor));
    }
    if (!this.#startsPlain(unit, cursor.peek(1))) cursor.fail('found character that cannot start any token');
    this.#saveKey();
    this.#keyAllowed = false;
    const { broken } = this.#scalar(() => plainText(cursor, this.#inFlow, this.#indent + 1), true);
    if (broken) this.#keyAllowed = true;
  }

  #startsPlain(unit: string, next: string): boolean {
    if (unit === '-') return !isBlank(next);
    if (unit === '?' || unit === ':') return !this.#inFlow && !isSpaceOrEnd(next);
    return !isSpaceOrEnd(unit) && !'-?:,[]{}#&*!|>\'"%@`'.includes(unit);
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.at === 0 && cursor.peek() === '\ufeff') cursor.at += 1;
      while (cursor.peek() === ' ' || ((this.#inFlow || !this.#keyAllowed) && cursor.peek() === '\t')) cursor.skip();
      cursor.skipComment();
      if (!isBreak(cursor.peek())) return;
      cursor.skipBreak();
      if (!this.#inFlow) this.#keyAllowed = true;
    }
  }

  #streamEnd(): void {
    const cursor = this.#cursor;
    if (cursor.column !== 0) {
      cursor.column = 0;
      cursor.line += 1;
    }
    this.#unindentTo(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#ended = true;
    this.#push('streamEnd', 0);
  }

  #directive(): void {
    this.#unindentTo(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#push('directive', 0, directive(this.#cursor));
  }

  #documentMark(type: 'documentStart' | 'documentEnd'): void {
    this.#unindentTo(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#push(type, 3);
  }

  #open(bracket: '[' | '{'): void {
    this.#saveKey();
    this.#keys.push(undefined);
    if (this.#keys.length > DEPTH_MAX) this.#cursor.fail(`exceeded max depth of ${DEPTH_MAX}`);
    this.#keyAllowed = true;
    this.#push(bracket, 1);
  }

  #close(bracket: ']' | '}'): void {
    this.#dropKey();
    if (this.#inFlow) this.#keys.pop();
    this.#keyAllowed = false;
    this.#push(bracket, 1);
  }

  #entry(): void {
    if (!this.#inFlow) {
      if (!this.#keyAllowed) this.#cursor.fail('block sequence entries are not allowed in this context');
      this.#indentTo(this.#cursor.column, this.#taken + this.#queue.length, 'blockList', this.#cursor.mark);
    }
    this.#dropKey();
    this.#keyAllowed = true;
    this.#push('-', 1);
  }

  #key(): void {
    if (!this.#inFlow) {
      if (!this.#keyAllowed) this.#cursor.fail('mapping keys are not allowed in this context');
      this.#indentTo(this.#cursor.column, this.#taken + this.#queue.length, 'blockMap', this.#cursor.mark);
    }
    this.#dropKey();
    this.#keyAllowed = !this.#inFlow;
    this.#push('key', 1);
  }

  #value(): void {
    const level = this.#keys.length - 1;
    const key = this.#keys[level];
    if (key && this.#isKey(level)) {
      this.#insert(key.token, 'key', key.mark);
      this.#indentTo(key.mark.column, key.token, 'blockMap', key.mark);
      this.#keys[level] = undefined;
      this.#keyAllowed = false;
    } else {
      if (!this.#inFlow) {
        if (!this.#keyAllowed) this.#cursor.fail('mapping values are not allowed in this context');
        this.#indentTo(this.#cursor.column, this.#taken + this.#queue.length, 'blockMap', this.#cursor.mark);
      }
      this.#keyAllowed = !this.#inFlow;
    }
    this.#push('value', 1);
  }

  #name(type: 'alias' | 'anchor'): void {
    const cursor = this.#cursor;
    this.#scan(type, () => {
      cursor.skip();
      let text = '';
      while (isWord(cursor.peek())) text += cursor.skip();
      if (text === '' || !(isSpaceOrEnd(cursor.peek()) || '?:,]}%@`'.includes(cursor.peek()))) {
        cursor.fail('did not find expected alphabetic or numeric character');
      }
      return { text };
    });
  }

  #scan(type: TokenType, scan: () => { text: string; handle?: string }): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const start = this.#cursor.mark;
    const scanned = scan();
    this.#queue.push({ type, start, end: this.#cursor.mark, ...scanned });
  }

  #scalar<T extends { text: string; end: Mark }>(scan: () => T, plain = false): T {
    const start = this.#cursor.mark;
    const scanned = scan();
    this.#queue.push({ type: 'scalar', start, end: scanned.end, text: scanned.text, plain });
    return scanned;
  }
}

