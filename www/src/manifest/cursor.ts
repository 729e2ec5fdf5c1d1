/** A place in YAML text that moves on by characters and line breaks. */

/** Lines and columns count from 0, columns in characters. */
export interface Mark {
  at: number;
  line: number;
  column: number;
}

/** YAML that go-yaml does not take, in its words. */
export class YamlError extends Error {
  /** Offsets into the text that was read; absent where the whole document is meant. */
  from: number | undefined;

  constructor(problem: string, line = 0, from?: number) {
    super(`yaml: ${line > 0 ? `line ${line}: ` : ''}${problem}`);
    this.from = from;
  }
}

export class Cursor {
  at = 0;
  line = 0;
  column = 0;

  constructor(readonly text: string) {}

  /** One unit of UTF-16; empty at the end. */
  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  get mark(): Mark {
    return { at: this.at, line: this.line, column: this.column };
  }

  skip(): string {
    const unit = this.peek();
    this.at += 1;
    if (!/[\udc00-\udfff]/.test(unit)) this.column += 1;
    return unit;
  }

  /** Over a line break, which reads as a line feed unless it is one of Unicode's own. */
  skipBreak(): string {
    const unit = this.peek();
    this.at += unit === '\r' && this.peek(1) === '\n' ? 2 : 1;
    this.line += 1;
    this.column = 0;
    return unit === '\u2028' || unit === '\u2029' ? unit : '\n';
  }

  skipBlanks(): void {
    while (isBlank(this.peek())) this.skip();
  }

  skipComment(): void {
    if (this.peek() === '#') while (!isBreakOrEnd(this.peek())) this.skip();
  }

  /** `---` or `...` at the start of a line. */
  isDocumentMark(): boolean {
    const three = this.text.slice(this.at, this.at + 3);
    return this.column === 0 && (three === '---' || three === '...') && isSpaceOrEnd(this.peek(3));
  }

  /** The scanner counts lines from 1. */
  fail(problem: string, from = this.at): never {
    throw new YamlError(problem, this.line > 0 ? this.line + 1 : 0, from);
  }
}

export function isBlank(unit: string): boolean {
  return unit === ' ' || unit === '\t';
}

export function isBreak(unit: string): boolean {
  return unit === '\n' || unit === '\r' || unit === '\x85' || unit === '\u2028' || unit === '\u2029';
}

export function isBreakOrEnd(unit: string): boolean {
  return unit === '' || isBreak(unit);
}

export function isSpaceOrEnd(unit: string): boolean {
  return isBlank(unit) || isBreakOrEnd(unit);
}

/** A letter of names: of anchors, tags and directives. */
export function isWord(unit: string): boolean {
  return /^[0-9A-Za-z_-]$/.test(unit);
}
