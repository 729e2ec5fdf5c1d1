/** Times in an object's metadata, refused in Go's words. */

import { quote } from './json.js';

const LAYOUT = '"2006-01-02T15:04:05Z07:00"';

/** Element of the layout, its least and greatest value with the name that Go has for it, and what follows. */
const ELEMENTS: [element: string, least: number, greatest: number, name: string, separator: string][] = [
  ['2006', 0, 9999, 'year', '-'],
  ['01', 1, 12, 'month', '-'],
  // The month tells how many days there are, at the end.
  ['02', 0, 99, 'day', 'T'],
  ['15', 0, 23, 'hour', ':'],
  ['04', 0, 59, 'minute', ':'],
  ['05', 0, 59, 'second', ''],
];

/** Mirrors `time.Parse` with RFC 3339: what is wrong, if anything. */
export function wrongTime(text: string): string | undefined {
  const shown = `parsing time ${quote(text)}`;
  const unlike = (rest: string, element: string): string =>
    `${shown} as ${LAYOUT}: cannot parse ${quote(rest)} as ${quote(element)}`;
  const values: number[] = [];
  let rest = text;
  for (const [element, least, greatest, name, separator] of ELEMENTS) {
    const digits = rest.slice(0, element.length);
    if (!/^\d+$/.test(digits) || digits.length < element.length) return unlike(rest, element);
    const value = Number(digits);
    if (value < least || value > greatest) return `${shown}: ${name} out of range`;
    values.push(value);
    rest = rest.slice(element.length);
    if (name === 'second') rest = rest.replace(/^[.,]\d+/, '');
    if (!rest.startsWith(separator)) return unlike(rest, separator);
    rest = rest.slice(separator.length);
  }
  const zone = /^(?:Z|[+-](\d\d):(\d\d))/.exec(rest);
  if (!zone) return unlike(rest, 'Z07:00');
  if (Number(zone[1] ?? 0) > 24) return `${shown}: time zone offset hour out of range`;
  if (Number(zone[2] ?? 0) > 60) return `${shown}: time zone offset minute out of range`;
  const extra = rest.slice(zone[0].length);
  if (extra !== '') return `${shown}: extra text: ${quote(extra)}`;
  const [year = 0, month = 1, day = 0] = values;
  return day >= 1 && day <= daysIn(year, month) ? undefined : `${shown}: day out of range`;
}

export function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
