/** Tags and directives. */

import { type Cursor, isBlank, isBreakOrEnd, isSpaceOrEnd, isWord, YamlError } from './cursor.js';

export function tag(cursor: Cursor): { text: string; handle: string } {
  let handle = '';
  let text: string;
  if (cursor.peek(1) === '<') {
    cursor.skip();
    cursor.skip();
    text = uri(cursor, '');
    if (cursor.peek() !== '>') cursor.fail("did not find the expected '>'");
    cursor.skip();
  } else {
    handle = tagHandle(cursor);
    if (handle.length > 1 && handle.endsWith('!')) {
      text = uri(cursor, '');
    } else {
      text = uri(cursor, handle);
      handle = text === '' ? '' : '!';
      if (text === '') text = '!';
    }
  }
  if (!isSpaceOrEnd(cursor.peek())) cursor.fail('did not find expected whitespace or line break');
  return { text, handle };
}

function tagHandle(cursor: Cursor): string {
  if (cursor.peek() !== '!') cursor.fail("did not find expected '!'");
  let handle = cursor.skip();
  while (isWord(cursor.peek())) handle += cursor.skip();
  return cursor.peek() === '!' ? handle + cursor.skip() : handle;
}

/** `head` is what was read already, with its exclamation mark. */
function uri(cursor: Cursor, head: string): string {
  let bytes = head.slice(1);
  while (/^[0-9A-Za-z_;/?:@&=+$.,!~*'()[\]%-]$/.test(cursor.peek())) {
    bytes += cursor.peek() === '%' ? escape(cursor) : cursor.skip();
  }
  if (bytes === '' && head === '') cursor.fail('did not find expected tag URI');
  return bytes;
}

function escape(cursor: Cursor): string {
  const run = /^(%[0-9A-Fa-f]{2})+/.exec(cursor.text.slice(cursor.at))?.[0];
  if (run === undefined) cursor.fail('did not find URI escaped octet');
  for (let index = 0; index < run.length; index++) cursor.skip();
  try {
    return decodeURIComponent(run);
  } catch {
    return cursor.fail('found an incorrect leading UTF-8 octet');
  }
}

/** The name and the rest of the line. */
export function directive(cursor: Cursor): string {
  cursor.skip();
  let name = '';
  while (isWord(cursor.peek())) name += cursor.skip();
  if (name === '') cursor.fail('could not find expected directive name');
  if (!isSpaceOrEnd(cursor.peek())) cursor.fail('found unexpected non-alphabetical character');
  if (name === 'YAML') version(cursor);
  else if (name === 'TAG') tagPrefix(cursor);
  else cursor.fail('found unknown directive name');
  cursor.skipBlanks();
  cursor.skipComment();
  if (!isBreakOrEnd(cursor.peek())) cursor.fail('did not find expected comment or line break');
  if (cursor.peek() !== '') cursor.skipBreak();
  return name;
}

function version(cursor: Cursor): void {
  const line = cursor.line;
  const from = cursor.at;
  cursor.skipBlanks();
  const major = number(cursor);
  if (cursor.peek() !== '.') cursor.fail("did not find expected digit or '.' character");
  cursor.skip();
  const minor = number(cursor);
  if (major !== 1 || minor !== 1) throw new YamlError('found incompatible YAML document', line, from);
}

function number(cursor: Cursor): number {
  let digits = '';
  while (/^[0-9]$/.test(cursor.peek())) {
    digits += cursor.skip();
    if (digits.length > 2) cursor.fail('found extremely long version number');
  }
  if (digits === '') cursor.fail('did not find expected version number');
  return Number(digits);
}

function tagPrefix(cursor: Cursor): void {
  cursor.skipBlanks();
  const handle = tagHandle(cursor);
  if (handle !== '!' && !handle.endsWith('!')) cursor.fail("did not find expected '!'");
  if (!isBlank(cursor.peek())) cursor.fail('did not find expected whitespace');
  cursor.skipBlanks();
  uri(cursor, '');
  if (!isSpaceOrEnd(cursor.peek())) cursor.fail('did not find expected whitespace or line break');
}
