/** A status as YAML lines, each with what the current step did to it. */

import type { JobView } from '../../pkg/jobscope.js';

export interface StatusLine {
  sign: ' ' | '+' | '-' | '~';
  text: string;
  indent: number;
  /** The value before, where it changed. */
  before?: string;
}

/** Of a Job that is gone only the cache's copy is left, which has no before. */
export function jobLines({ status, statusBefore, gone }: JobView): StatusLine[] {
  return statusLines(gone ? status : statusBefore, status);
}

interface Flat {
  path: string;
  indent: number;
  label: string;
  value: string;
}

export function statusLines(before: object, after: object): StatusLine[] {
  const old = flatten(before);
  const now = flatten(after);
  const values = new Map(old.map((line) => [line.path, line.value]));
  const removed = removedLines(old, new Set(now.map((line) => line.path)));
  const lines = [...(removed.get('') ?? [])];
  for (const line of now) lines.push(changed(line, values.get(line.path)), ...(removed.get(line.path) ?? []));
  return lines;
}

/** Removed lines, by the path of the line that they follow; those at the very start by none. */
function removedLines(old: readonly Flat[], kept: ReadonlySet<string>): ReadonlyMap<string, StatusLine[]> {
  const removed = new Map<string, StatusLine[]>();
  let above = '';
  for (const line of old) {
    if (kept.has(line.path)) {
      above = line.path;
      continue;
    }
    const after = removed.get(above) ?? [];
    removed.set(above, after);
    after.push({ sign: '-', text: textOf(line), indent: line.indent });
  }
  return removed;
}

function changed(line: Flat, before: string | undefined): StatusLine {
  const shown = { text: textOf(line), indent: line.indent };
  if (before === undefined) return { sign: '+', ...shown };
  return before === line.value ? { sign: ' ', ...shown } : { sign: '~', ...shown, before };
}

function textOf({ indent, label, value }: Flat): string {
  return `${' '.repeat(indent)}${label}${value && label ? ' ' : ''}${value}`;
}

function flatten(value: object, path = '', indent = 0): Flat[] {
  return Object.entries(value).flatMap(([key, member]) => {
    if (member === undefined) return [];
    const here = `${path}.${key}`;
    if (Array.isArray(member)) return list(key, member, here, indent);
    if (typeof member !== 'object' || member === null) {
      return [{ path: here, indent, label: `${key}:`, value: scalar(member) }];
    }
    const members = flatten(member, here, indent + 2);
    return [{ path: here, indent, label: `${key}:`, value: members.length > 0 ? '' : '{}' }, ...members];
  });
}

function list(key: string, items: unknown[], path: string, indent: number): Flat[] {
  const lines: Flat[] = [{ path, indent, label: `${key}:`, value: items.length > 0 ? '' : '[]' }];
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'object' || item === null) {
      lines.push({ path: `${path}[${scalar(item)}]`, indent, label: '-', value: scalar(item) });
      continue;
    }
    // Conditions are told apart by type, as the API server does.
    const name = 'type' in item ? String(item.type) : String(index);
    const members = flatten(item, `${path}[${name}]`, indent + 2);
    const first = members[0];
    if (first) members[0] = { ...first, indent, label: `- ${first.label}` };
    lines.push(...members);
  }
  return lines;
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return /^[\w./-][\w ./()=-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|[\d.+-]+)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
