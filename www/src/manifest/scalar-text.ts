/** The text of block, quoted and plain scalars, as go-yaml's scanner joins their lines. */

import { type Cursor, isBlank, isBreak, isBreakOrEnd, isSpaceOrEnd, type Mark } from './cursor.js';

interface Scanned {
  text: string;
  end: Mark;
}

/** What lies between two pieces of a scalar: blanks, or line breaks. */
class Gap {
  blanks = '';
  firstBreak = '';
  breaks = '';

  get isBroken(): boolean {
    return this.firstBreak !== '';
  }

  addBreak(text: string): void {
    if (this.isBroken) this.breaks += text;
    else this.firstBreak = text;
    this.blanks = '';
  }

  /** A single line feed folds into a space. */
  get joined(): string {
    if (!this.isBroken) return this.blanks;
    if (this.firstBreak !== '\n') return this.firstBreak + this.breaks;
    return this.breaks === '' ? ' ' : this.breaks;
  }
}

/** `indent` is that of the block around. */
export function blockText(cursor: Cursor, indent: number): Scanned {
  const literal = cursor.skip() === '|';
  const { chomping, increment } = blockHeader(cursor);
  let wanted = increment > 0 ? Math.max(indent, 0) + increment : 0;
  let end = cursor.mark;
  let text = '';
  let firstBreak = '';
  let leadingBlank = false;
  const breaks = (): string => {
    let found = '';
    let deepest = 0;
    for (;;) {
      while ((wanted === 0 || cursor.column < wanted) && cursor.peek() === ' ') cursor.skip();
      deepest = Math.max(deepest, cursor.column);
      if ((wanted === 0 || cursor.column < wanted) && cursor.peek() === '\t') {
        cursor.fail('found a tab character where an indentation space is expected');
      }
      if (!isBreak(cursor.peek())) break;
      found += cursor.skipBreak();
      end = cursor.mark;
    }
    if (wanted === 0) wanted = Math.max(deepest, indent + 1, 1);
    return found;
  };
  let trailing = breaks();
  while (cursor.column === wanted && cursor.peek() !== '') {
    const blank = isBlank(cursor.peek());
    if (!literal && firstBreak === '\n' && !leadingBlank && !blank) text += trailing === '' ? ' ' : '';
    else text += firstBreak;
    text += trailing;
    leadingBlank = blank;
    while (!isBreakOrEnd(cursor.peek())) text += cursor.skip();
    end = cursor.mark;
    firstBreak = cursor.peek() === '' ? '' : cursor.skipBreak();
    trailing = breaks();
  }
  if (chomping !== '-') text += firstBreak;
  if (chomping === '+') text += trailing;
  return { text, end };
}

function blockHeader(cursor: Cursor): { chomping: string; increment: number } {
  let chomping = '';
  let increment = 0;
  const chomp = (): void => {
    if (/^[+-]$/.test(cursor.peek())) chomping = cursor.skip();
  };
  chomp();
  if (/^[0-9]$/.test(cursor.peek())) {
    if (cursor.peek() === '0') cursor.fail('found an indentation indicator equal to 0');
    increment = Number(cursor.skip());
    if (chomping === '') chomp();
  }
  cursor.skipBlanks();
  cursor.skipComment();
  if (!isBreakOrEnd(cursor.peek())) cursor.fail('did not find expected comment or line break');
  if (cursor.peek() !== '') cursor.skipBreak();
  return { chomping, increment };
}

export function quotedText(cursor: Cursor): Scanned {
  const start = cursor.at;
  const quote = cursor.skip();
  let text = '';
  for (;;) {
    if (cursor.isDocumentMark()) cursor.fail('found unexpected document indicator', start);
    if (cursor.peek() === '') cursor.fail('found unexpected end of stream', start);
    const gap = new Gap();
    while (!isSpaceOrEnd(cursor.peek())) {
      const unit = cursor.peek();
      if (unit === quote && quote === "'" && cursor.peek(1) === "'") {
        cursor.skip();
        text += cursor.skip();
      } else if (unit === quote) {
        break;
      } else if (unit === '\\' && quote === '"') {
        if (isBreak(cursor.peek(1))) {
          // An escaped line break joins without a space.
          cursor.skip();
          cursor.skipBreak();
          gap.firstBreak = '\0';
          break;
        }
        text += escaped(cursor);
      } else {
        text += cursor.skip();
      }
    }
    if (cursor.peek() === quote) break;
    const joined = gap.firstBreak === '\0';
    if (joined) gap.firstBreak = '';
    let broken = joined;
    while (isBlank(cursor.peek()) || isBreak(cursor.peek())) {
      if (isBreak(cursor.peek())) {
        if (joined) gap.breaks += cursor.skipBreak();
        else gap.addBreak(cursor.skipBreak());
        broken = true;
      } else {
        const blank = cursor.skip();
        if (!broken) gap.blanks += blank;
      }
    }
    text += joined ? gap.breaks : gap.joined;
  }
  cursor.skip();
  return { text, end: cursor.mark };
}

const ESCAPES: Record<string, string> = {
  '0': '\0', a: '\x07', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b',
  ' ': ' ', '"': '"', "'": "'", '\\': '\\', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029',
};
const ESCAPE_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 };

function escaped(cursor: Cursor): string {
  const code = cursor.peek(1);
  const digits = ESCAPE_DIGITS[code];
  const simple = ESCAPES[code];
  if (digits === undefined && simple === undefined) cursor.fail('found unknown escape character');
  cursor.skip();
  cursor.skip();
  if (digits === undefined) return simple ?? '';
  let value = 0;
  for (let index = 0; index < digits; index++) {
    if (!/^[0-9A-Fa-f]$/.test(cursor.peek(index))) cursor.fail('did not find expected hexdecimal number');
    value = value * 16 + Number.parseInt(cursor.peek(index), 16);
  }
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    cursor.fail('found invalid Unicode character escape code');
  }
  for (let index = 0; index < digits; index++) cursor.skip();
  return String.fromCodePoint(value);
}

/** `indent` is the least column of the lines that follow, in a block. */
export function plainText(cursor: Cursor, inFlow: boolean, indent: number): Scanned & { broken: boolean } {
  let text = '';
  let end = cursor.mark;
  let gap = new Gap();
  while (!cursor.isDocumentMark() && cursor.peek() !== '#') {
    while (!isSpaceOrEnd(cursor.peek()) && !endsPlain(cursor, inFlow)) {
      text += gap.joined;
      gap = new Gap();
      text += cursor.skip();
      end = cursor.mark;
    }
    if (!isBlank(cursor.peek()) && !isBreak(cursor.peek())) break;
    while (isBlank(cursor.peek()) || isBreak(cursor.peek())) {
      if (isBreak(cursor.peek())) {
        gap.addBreak(cursor.skipBreak());
      } else {
        if (gap.isBroken && cursor.column < indent && cursor.peek() === '\t') {
          cursor.fail('found a tab character that violates indentation');
        }
        const blank = cursor.skip();
        if (!gap.isBroken) gap.blanks += blank;
      }
    }
    if (!inFlow && cursor.column < indent) break;
  }
  return { text, end, broken: gap.isBroken };
}

function endsPlain(cursor: Cursor, inFlow: boolean): boolean {
  const unit = cursor.peek();
  return (unit === ':' && isSpaceOrEnd(cursor.peek(1))) || (inFlow && /^[,?[\]{}]$/.test(unit));
}
