/** What the API knows of each field, and the way from a path in the manifest to its field. */

import { valuesOf } from './field-values.js';

export interface FieldFacts {
  /** As in the API: `int32`, `PodTemplateSpec`, `[]Container`, `map[string]string`. */
  readonly type: string;
  readonly description?: string;
  /** For a list whose items are told apart by some of their fields: those. */
  readonly keys?: readonly string[];
}

/** By type, then by field. */
export type FieldTable = Readonly<Record<string, Readonly<Record<string, FieldFacts>>>>;

/** What every path starts in. */
const ROOT = 'Job';

/** Stands in a path for any item of a list. */
export const ITEM = '[]';

export interface Field {
  readonly type: string;
  readonly keys: readonly string[];
  /** What it means, in a few sentences. */
  readonly brief: string;
  /** For people: `spec.template.spec.containers[].image`. */
  readonly path: string;
  /** The words that it may be, if they are few. */
  readonly values: readonly string[];
  /** What its value is made of. */
  readonly shape: 'value' | 'object' | 'list';
}

/** The fields that the object at a path may have, by name. */
export function fieldsIn(table: FieldTable, path: readonly string[]): ReadonlyMap<string, Field> {
  const parent = typeAt(table, path);
  const all = (parent !== undefined && own(table, parent)) || {};
  return new Map(Object.entries(all).map(([name, facts]) => [name, field(table, parent ?? '', [...path, name], facts)]));
}

export function fieldAt(table: FieldTable, path: readonly string[]): Field | undefined {
  const name = path.at(-1);
  return name === undefined ? undefined : fieldsIn(table, path.slice(0, -1)).get(name);
}

function field(table: FieldTable, parent: string, path: readonly string[], facts: FieldFacts): Field {
  const { type, keys = [], description = '' } = facts;
  const shape = type.startsWith('[]') ? 'list' : type.startsWith('map[') || own(table, type) ? 'object' : 'value';
  const shown = path.join('.').replaceAll(`.${ITEM}`, ITEM);
  const values = valuesOf(parent, path.at(-1) ?? '', type);
  return { path: shown, type, keys, brief: description, values, shape };
}

function typeAt(table: FieldTable, path: readonly string[]): string | undefined {
  let type: string | undefined = ROOT;
  for (const key of path) {
    if (type === undefined) return undefined;
    if (key === ITEM) type = type.startsWith('[]') ? type.slice(2) : undefined;
    else if (type.startsWith('map[')) type = type.slice(type.indexOf(']') + 1);
    else type = own(own(table, type) ?? {}, key)?.type;
  }
  return type;
}

/** A name from the manifest may be that of a property that every object has. */
function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
