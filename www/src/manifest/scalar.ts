/** What a plain scalar means: the mix of YAML 1.1 and 1.2 of go-yaml v2. */

import { YamlError } from './cursor.js';
import { daysIn } from './rfc3339.js';

/** Whole numbers are `bigint`, floats are `number`. A date stays text. */
export type Scalar = null | boolean | bigint | number | string;

const TRUE = /^(y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const NULL = /^(|~|null|Null|NULL)$/;
const NOT_A_NUMBER = /^\.(nan|NaN|NAN)$/;
const INFINITY = /^([+-]?)\.(inf|Inf|INF)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?)?$/;

const INT_MAX = 2n ** 63n - 1n;
const UINT_MAX = 2n ** 64n - 1n;

/** The value of a scalar with this tag, which is short (`!!int`) and empty if there is none. */
export function resolve(tag: string, text: string): Scalar {
  if (!['', '!!bool', '!!int', '!!float', '!!null', '!!timestamp'].includes(tag)) return text;
  const value = plain(tag, text);
  const found = tagOf(tag, text, value);
  if (tag === '!!float' && typeof value === 'bigint' && value <= INT_MAX) return Number(value);
  if (tag !== '' && tag !== found) throw new YamlError(`cannot decode ${found} \`${text}\` as a ${tag}`);
  return value;
}

function tagOf(tag: string, text: string, value: Scalar): string {
  switch (typeof value) {
    case 'boolean':
      return '!!bool';
    case 'bigint':
      return '!!int';
    case 'number':
      return '!!float';
    case 'string':
      return (tag === '' || tag === '!!timestamp') && isDate(text) ? '!!timestamp' : '!!str';
    default:
      return '!!null';
  }
}

function plain(tag: string, text: string): Scalar {
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (NULL.test(text)) return null;
  if (NOT_A_NUMBER.test(text)) return Number.NaN;
  const infinity = INFINITY.exec(text);
  if (infinity) return infinity[1] === '-' ? -Infinity : Infinity;
  if (text.startsWith('.')) return float(text) ?? text;
  if (!/^[0-9+-]/.test(text)) return text;
  if ((tag === '' || tag === '!!timestamp') && isDate(text)) return text;
  const digits = text.replaceAll('_', '');
  return int(digits) ?? float(digits) ?? text;
}

/** Mirrors `strconv.ParseInt` and then `ParseUint` with base 0: a leading `0` alone is octal. */
function int(text: string): bigint | undefined {
  const [, sign, prefix, digits] = /^([+-]?)(0[xX]|0[oO]|0[bB]|0(?=.)|)(.+)$/s.exec(text) ?? [];
  if (sign === undefined || prefix === undefined || digits === undefined) return undefined;
  const kind = prefix.toLowerCase();
  const allowed = kind === '0x' ? /^[0-9a-fA-F]+$/ : kind === '0b' ? /^[01]+$/ : kind === '' ? /^[0-9]+$/ : /^[0-7]+$/;
  if (!allowed.test(digits)) return undefined;
  const size = BigInt((kind === '0' ? '0o' : kind) + digits);
  if (sign === '') return size <= UINT_MAX ? size : undefined;
  if (sign === '+') return size <= INT_MAX ? size : undefined;
  return size <= INT_MAX + 1n ? -size : undefined;
}

/** Too large a number stays text. */
function float(text: string): number | undefined {
  const value = FLOAT.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** One of the forms that go-yaml tries. */
function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const part = (index: number): number => Number(parts[index] ?? parts[index + 5] ?? 0);
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const inZone = Number(parts[7] ?? 0) <= 24 && Number(parts[8] ?? 0) <= 60;
  const inDay = hour < 24 && minute < 60 && second < 60;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && inDay && inZone;
}
