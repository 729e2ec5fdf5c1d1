/** Fields of the spec, read from the manifest's text and changed in it, with every other character left as it is. */

import { read } from '../manifest.js';
import type { MapNode, TreeNode } from '../manifest/tree.js';
import { scalarOf } from '../manifest/value.js';
import type { Change } from './setup.js';

type Pair = MapNode['pairs'][number];

/** The values of the spec's fields that are a number or a word; nothing while the text cannot be read. */
export function readSpec(text: string): ReadonlyMap<string, string> | undefined {
  const job = jobIn(text);
  if (!job) return undefined;
  const spec = pairOf(job.root, 'spec')?.value;
  const fields = new Map<string, string>();
  if (spec?.kind !== 'map') return fields;
  for (const { key, value } of spec.pairs) {
    if (key.kind === 'scalar' && value.kind === 'scalar' && !isNull(value)) fields.set(key.text, String(scalarOf(value)));
  }
  return fields;
}

/** The change that sets a field of the spec, or takes it away; nothing if there is none to make. */
export function setSpecField(text: string, field: string, value: string): Change | undefined {
  const job = jobIn(text);
  const change = job && changeIn(job.text, job.root, field, value);
  return change && { ...change, from: change.from + job.from, to: change.to + job.from };
}

/** The Job's own document, whose nodes count from its start. */
function jobIn(text: string): { text: string; root: MapNode; from: number } | undefined {
  const reading = read(text, { noJob: '' });
  const job = reading.mistake ? undefined : reading.job;
  const root = job?.path === '' ? job.piece.root : undefined;
  if (!job || root?.kind !== 'map') return undefined;
  const { from, to } = job.piece;
  return { text: text.slice(from, to), root, from };
}

function changeIn(text: string, root: MapNode, field: string, value: string): Change | undefined {
  const spec = pairOf(root, 'spec');
  const map = spec?.value.kind === 'map' ? spec.value : undefined;
  const pair = map && pairOf(map, field);
  if (value === '') return pair && removal(text, map, pair);
  if (pair) return replacement(text, pair, value);
  const entry = `${field}: ${value}`;
  if (!spec) return isFlow(text, root) ? flowEntry(text, root, `spec: {${entry}}`) : appended(text, root, entry);
  if (map && isFlow(text, map)) return flowEntry(text, map, entry);
  return map || isNull(spec.value) ? blockEntry(text, root, spec, entry) : undefined;
}

/** Of repeated keys the last one counts. */
function pairOf({ pairs }: MapNode, name: string): Pair | undefined {
  return pairs.filter(({ key }) => key.kind === 'scalar' && key.text === name).at(-1);
}

function isNull(value: TreeNode): boolean {
  return value.kind === 'scalar' && scalarOf(value) === null;
}

function isFlow(text: string, map: MapNode): boolean {
  return text[startOf(text, map)] === '{';
}

/** Without an anchor and a tag, which stay. */
function startOf(text: string, { from }: TreeNode): number {
  const before = /^(?:[&!][^\s,[\]{}]*\s+)*/.exec(text.slice(from));
  return from + (before?.[0].length ?? 0);
}

function replacement(text: string, pair: Pair, value: string): Change | undefined {
  if (!isNull(pair.value)) return { from: startOf(text, pair.value), to: endOf(text, pair), insert: value };
  const colon = /^\s*:/.exec(text.slice(pair.key.to));
  if (!colon) return undefined;
  const from = pair.key.to + colon[0].length;
  const written = /^[ ]*(?:~|null|Null|NULL)(?=\s|[,}]|$)/.exec(text.slice(from));
  return { from, to: from + (written?.[0].length ?? 0), insert: ` ${value}` };
}

/** The first line of the spec: comments stay with the fields that they stand above. */
function blockEntry(text: string, root: MapNode, { key, value }: Pair, entry: string): Change {
  const first = value.kind === 'map' ? value.pairs[0]?.key : undefined;
  const column = first ? columnOf(text, first.from) : rootColumn(text, root) + 2;
  const at = lineEnd(text, key.to);
  return { from: at, to: at, insert: `\n${' '.repeat(column)}${entry}` };
}

function appended(text: string, root: MapNode, entry: string): Change {
  const last = root.pairs.at(-1);
  const at = lineEnd(text, last ? endOf(text, last) : root.from);
  const indent = ' '.repeat(rootColumn(text, root));
  return { from: at, to: at, insert: `\n${indent}spec:\n${indent}  ${entry}` };
}

function flowEntry(text: string, map: MapNode, entry: string): Change {
  const at = startOf(text, map) + 1;
  return { from: at, to: at, insert: map.pairs.length > 0 ? `${entry}, ` : entry };
}

function removal(text: string, map: MapNode, pair: Pair): Change {
  const { from } = pair.key;
  const to = endOf(text, pair);
  if (isFlow(text, map)) {
    const at = map.pairs.indexOf(pair);
    const next = map.pairs[at + 1];
    const before = map.pairs[at - 1];
    if (next) return { from, to: next.key.from, insert: '' };
    return { from: before ? endOf(text, before) : from, to, insert: '' };
  }
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = lineEnd(text, to);
  const comment = text.slice(to, end).indexOf('#');
  // A comment beside the field stays, on a line of its own.
  if (comment >= 0) return { from, to: to + comment, insert: '' };
  return start > 0 ? { from: start - 1, to: end, insert: '' } : { from: start, to: Math.min(end + 1, text.length), insert: '' };
}

/** Of what is written: a block of text goes on to the line after it. */
function endOf(text: string, { key, value }: Pair): number {
  const last = isNull(value) ? Math.max(key.to, Math.min(value.to, lineEnd(text, key.to))) : value.to;
  return key.from + text.slice(key.from, last).trimEnd().length;
}

function rootColumn(text: string, root: MapNode): number {
  const first = root.pairs[0];
  return first ? columnOf(text, first.key.from) : 0;
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
