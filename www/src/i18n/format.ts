/** How times, spans, numbers and names are written. Pure functions; nothing here knows a sentence. */

import type { ApiError, ErrorReason, FieldError } from '../../pkg/jobscope.js';

/** The unit words of a language, each with what separates it from its number, and what joins two such parts. */
export interface Units {
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
  readonly joint: string;
}

const MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const MINUS = '\u2212';

/** `10 s`, `1 min 20 s`, `0.4 s`, `2 h`: every unit that is not zero, so that the value stays exact. */
export function span(ms: number, units: Units): string {
  const whole = Math.round(Math.abs(ms));
  const parts = [
    part(Math.floor(whole / MS.day), units.day),
    part(Math.floor((whole % MS.day) / MS.hour), units.hour),
    part(Math.floor((whole % MS.hour) / MS.minute), units.minute),
    part((whole % MS.minute) / MS.second, units.second),
  ].filter((text) => text !== '');
  const text = parts.length === 0 ? `0${units.second}` : parts.join(units.joint);
  return ms < 0 && whole > 0 ? MINUS + text : text;
}

function part(value: number, unit: string): string {
  return value === 0 ? '' : `${value}${unit}`;
}

/** Time since the start: `00:12`, `00:06.25`, from an hour on `1:00:05`; before the start `−00:01`. */
export function clock(ms: number): string {
  const whole = Math.round(Math.abs(ms));
  const hours = Math.floor(whole / MS.hour);
  const minutes = pair(Math.floor((whole % MS.hour) / MS.minute));
  const seconds = pair(Math.floor((whole % MS.minute) / MS.second));
  const rest = whole % MS.second;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  const sign = ms < 0 && whole > 0 ? MINUS : '';
  return `${sign}${hours > 0 ? `${hours}:` : ''}${minutes}:${seconds}${fraction}`;
}

function pair(value: number): string {
  return String(value).padStart(2, '0');
}

/** An RFC 3339 instant since the start; text that is no instant stays as it is. */
export function at(time: string, startedAt: string): string {
  const ms = Date.parse(time) - Date.parse(startedAt);
  return Number.isNaN(ms) ? time : clock(ms);
}

/** `7`, `1234`, `12,345`, `−3`: grouped from five digits on. */
export function number(value: number, group = ','): string {
  const digits = String(Math.abs(value));
  const grouped = Math.abs(value) >= 10_000 ? digits.replace(/\B(?=(\d{3})+$)/g, group) : digits;
  return value < 0 ? MINUS + grouped : grouped;
}

/** The name in `namespace/name`; with the namespace unless that is `default`. */
export function name(key: string): string {
  return key.startsWith('default/') ? key.slice('default/'.length) : key;
}

/** A long name cut in the middle: `process-…-x7k2p`. The end stays, as it tells pods apart. */
export function middle(text: string, length: number): string {
  const letters = [...text];
  if (letters.length <= length) return text;
  const tail = Math.min(6, Math.floor((length - 1) / 2));
  const head = Math.max(0, length - 1 - tail);
  return `${letters.slice(0, head).join('')}…${tail > 0 ? letters.slice(-tail).join('') : ''}`;
}

/** The first words of a text; a cut is marked. */
export function firstWords(text: string, most: number): string {
  const words = text.trim().split(/\s+/);
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')} …`;
}

/** What an error says of fields: an update is checked twice, and some of it stands there twice. */
export function causes({ fields = [] }: ApiError): FieldError[] {
  const isSame = (one: FieldError, other: FieldError) => one.path === other.path && one.message === other.message;
  return fields.filter((field, at) => fields.findIndex((other) => isSame(field, other)) === at);
}

/** The API server prints whole objects. Of a long one only its brackets stay, so that what comes after it is seen. */
export function folded(text: string): string {
  let [short, done, start, depth] = ['', 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{' && depth++ === 0) start = at;
    if (text[at] !== '}' || depth === 0 || --depth > 0) continue;
    short += text.slice(done, start) + (at - start > 80 ? '{…}' : text.slice(start, at + 1));
    done = at + 1;
  }
  return short + text.slice(done);
}

/** Foreign text as code: nothing in it can be taken for a mark. */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** Foreign text, cut after a few words. */
export function quote(text: string, most = 8): string {
  return code(firstWords(text, most));
}

/** Index lists have no spaces; a long one is cut at a comma. */
export function indexList(indexes: string): string {
  return code(indexes.length <= 24 ? indexes : `${indexes.slice(0, 24).replace(/,[^,]*$/, '')},…`);
}

const statusCodes: Record<ErrorReason, number> = {
  BadRequest: 400,
  Forbidden: 403,
  NotFound: 404,
  AlreadyExists: 409,
  Conflict: 409,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  Timeout: 504,
};

/** What the API server answered: `409 Conflict`. */
export function answer(reason: ErrorReason): string {
  return `${statusCodes[reason]} ${reason}`;
}
