/** What kubectl checks of an object before it asks the server: that its metadata can be read. */

import { Fields, isInt64, type Json, kindOf, Literal } from './json.js';
import { wrongTime } from './rfc3339.js';

type Type =
  | 'string'
  | 'types.UID'
  | 'v1.ManagedFieldsOperationType'
  | 'bool'
  | 'int64'
  | 'time'
  | '[]string'
  | 'map[string]string'
  | { of: string; fields: Record<string, Type> };

const OBJECT_META: Record<string, Type> = {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  selfLink: 'string',
  uid: 'types.UID',
  resourceVersion: 'string',
  generation: 'int64',
  creationTimestamp: 'time',
  deletionTimestamp: 'time',
  deletionGracePeriodSeconds: 'int64',
  labels: 'map[string]string',
  annotations: 'map[string]string',
  ownerReferences: {
    of: 'OwnerReference',
    fields: {
      apiVersion: 'string',
      kind: 'string',
      name: 'string',
      uid: 'types.UID',
      controller: 'bool',
      blockOwnerDeletion: 'bool',
    },
  },
  finalizers: '[]string',
  managedFields: {
    of: 'ManagedFieldsEntry',
    fields: {
      manager: 'string',
      operation: 'v1.ManagedFieldsOperationType',
      apiVersion: 'string',
      time: 'time',
      fieldsType: 'string',
      subresource: 'string',
    },
  },
};

/** A field that kubectl cannot read. */
export interface Misread {
  message: string;
  path: string;
}

/** Mirrors `metadataValidatingDecoder`: reads on after a wrong type and tells the first, but a wrong time ends it. */
export function misreadMetadata(object: Fields): Misread | undefined {
  const found: Misread[] = [];
  for (const [name, value] of object.list) {
    if (name !== 'metadata' || value === null) continue;
    if (!(value instanceof Fields)) found.push(wrong('metadataOnlyObject', 'metadata', value, 'v1.ObjectMeta'));
    else for (const misread of fields('ObjectMeta', 'metadata', 'metadata', value, OBJECT_META)) found.push(misread);
  }
  return found.find((misread) => 'fatal' in misread) ?? found[0];
}

/** `place` is the path with indexes and keys, which Go's words leave out. */
function wrong(holder: string, path: string, value: Json, type: string, place = path): Misread {
  const kind = value instanceof Literal && type === 'int64' ? `number ${value.text}` : kindOf(value);
  return {
    message: `json: cannot unmarshal ${kind} into Go struct field ${holder}.${path} of type ${type}`,
    path: place,
  };
}

function* fields(
  holder: string,
  path: string,
  place: string,
  values: Fields,
  known: Record<string, Type>,
): Generator<Misread> {
  for (const [name, value] of values.list) {
    const type = Object.hasOwn(known, name) ? known[name] : undefined;
    if (type !== undefined && value !== null) yield* check(holder, `${path}.${name}`, `${place}.${name}`, value, type);
  }
}

function* check(holder: string, path: string, place: string, value: Json, type: Type): Generator<Misread> {
  if (type === 'time') {
    const message = typeof value === 'string' ? wrongTime(value) : wrong(holder, path, value, 'string').message;
    if (message !== undefined) yield Object.assign({ message, path: place }, { fatal: true });
  } else if (type === '[]string' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* check(holder, path, `${place}[${index}]`, item, 'string');
  } else if (type === 'map[string]string' && value instanceof Fields) {
    for (const [key, item] of value.list) yield* check(holder, path, `${place}[${key}]`, item, 'string');
  } else if (typeof type === 'object' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const at = `${place}[${index}]`;
      if (item instanceof Fields) yield* fields(type.of, path, at, item, type.fields);
      else if (item !== null) yield wrong(holder, path, item, `v1.${type.of}`, at);
    }
  } else if (value !== null && !fits(value, type)) {
    yield wrong(holder, path, value, typeof type === 'object' ? `[]v1.${type.of}` : type, place);
  }
}

function fits(value: Json, type: Type): boolean {
  switch (type) {
    case 'string':
    case 'types.UID':
    case 'v1.ManagedFieldsOperationType':
      return typeof value === 'string';
    case 'bool':
      return typeof value === 'boolean';
    case 'int64':
      return value instanceof Literal && isInt64(value.text);
    default:
      return false;
  }
}
