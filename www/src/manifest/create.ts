/** `kubectl create -f` and `kubectl apply -f` up to the first request: what it sends, and what it refuses without asking the server. */

import { Fields, type Json, kindOf, normalize, parse, quote, write } from './json.js';
import { type Scope, scopeOf } from './kinds.js';
import { misreadMetadata } from './object-meta.js';
import { type Piece, ReadError, Stream } from './stream.js';

/** An object that is sent. */
export interface Document {
  apiVersion: string;
  kind: string;
  /** Empty if there is none, as the two below. */
  name: string;
  namespace: string;
  generateName: string;
  /** The body of the request. */
  text: string;
  /** Where it stands: an item of a list has the path of the item. */
  piece: Piece;
  path: string;
}

/** Something that is not sent. */
export interface Refusal {
  /** Several if a list was refused for its items. */
  messages: string[];
  ofItems: boolean;
  /** No server knows the kind: the documents beside it are none the worse for it. */
  unknownKind: boolean;
  /** The offset, or else a field of a document. */
  from?: number | undefined;
  piece?: Piece | undefined;
  path?: string | undefined;
}

export interface Created {
  /** What is sent and what is not, in order. */
  steps: (Document | Refusal)[];
  /** What kubectl itself says; empty if it refuses nothing. */
  stderr: string;
}

export type Verb = 'create' | 'apply';

export function create(file: string, text: string, verb: Verb = 'create'): Created {
  const steps: (Document | Refusal)[] = [];
  const stream = new Stream(text);
  try {
    for (let piece = stream.next(); piece; piece = stream.next()) {
      if (piece.body === 'null') continue;
      const { object, refusal } = validated(file, piece);
      // kubectl reads no further.
      if (!object) {
        steps.push(refusal);
        break;
      }
      for (const step of sent(file, piece, object)) {
        steps.push((verb === 'apply' && 'text' in step && withoutName(file, step)) || step);
      }
    }
  } catch (problem) {
    if (problem instanceof ReadError) {
      steps.push(refused(`error parsing ${file}: ${problem.message}`, { from: problem.from }));
    } else if (problem instanceof RangeError) {
      // The stack is full: kubectl gives up at some depth too.
      const why = 'error converting YAML to JSON: yaml: exceeded max depth of 10000';
      steps.push(refused(`error parsing ${file}: ${why}`));
    } else {
      throw problem;
    }
  }
  if (steps.length === 0) steps.push(refused(`no objects passed to ${verb}`));
  return { steps, stderr: stderr(steps.filter((step) => 'messages' in step)) };
}

function refused(message: string, more: Partial<Refusal> = {}): Refusal {
  return { messages: [message], ofItems: false, unknownKind: false, ...more };
}

/** What is applied is looked up first, and therefore needs a name. */
function withoutName(file: string, document: Document): Refusal | undefined {
  const { apiVersion, kind, name, namespace, generateName, piece, path } = document;
  if (name !== '') return undefined;
  const around = path === '' ? '' : `${path}.`;
  if (generateName !== '') {
    const message = `from ${generateName}: cannot use generate name with apply`;
    return refused(message, { piece, path: `${around}metadata.generateName` });
  }
  const message =
    `error when retrieving current configuration of:\nResource: "${apiVersion}, Resource=${pluralOf(kind)}", ` +
    `GroupVersionKind: "${apiVersion}, Kind=${kind}"\nName: "", Namespace: "${namespace}"\n` +
    `from server for: ${quote(file)}: resource name may not be empty`;
  return refused(message, { piece, path: `${around}metadata.name` });
}

function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : word.endsWith('s') ? `${word}es` : `${word}s`;
}

/** Only what stands alone is called an error. */
function stderr(refusals: Refusal[]): string {
  const [first, second] = refusals;
  if (!first) return '';
  if (second) return refusals.map(({ messages }) => `${aggregate(messages)}\n`).join('');
  return first.messages.map((message) => `${first.ofItems ? '' : 'error: '}${message}\n`).join('');
}

/** Several errors as one text, each once. */
function aggregate(messages: string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? distinct.join() : `[${distinct.join(', ')}]`;
}

/**
 * Mirrors `paramVerifyingSchema`: whether the text says what it is. What a list holds is checked by kubectl itself,
 * here as far as that its items say what they are.
 */
function validated(file: string, piece: Piece): { object: Fields; refusal?: undefined } | { object?: undefined; refusal: Refusal } {
  let wrong: Wrong[];
  try {
    const object = normalize(parse(piece.body)?.value ?? null);
    wrong = wrongType(object);
    if (wrong.length === 0 && object instanceof Fields) {
      if (textOf(object, 'apiVersion') === 'v1' && textOf(object, 'kind') === 'List') wrong = wrongItems(object);
      if (wrong.length === 0) return { object };
    }
  } catch (problem) {
    wrong = [{ message: problem instanceof Error ? problem.message : String(problem), path: '' }];
  }
  const why = aggregate(wrong.map(({ message }) => message));
  const message =
    `error validating ${quote(file)}: error validating data: ${why}; ` +
    'if you choose to ignore these errors, turn validation off with --validate=false';
  return { refusal: refused(message, { piece, path: wrong[0]?.path }) };
}

interface Wrong {
  message: string;
  path: string;
}

function wrongType(object: Json, around = ''): Wrong[] {
  if (!(object instanceof Fields)) return [{ message: 'invalid object to validate', path: around }];
  const wrong: Wrong[] = [];
  for (const name of ['apiVersion', 'kind']) {
    const value = object.get(name) ?? null;
    const path = around + name;
    if (value === null) wrong.push({ message: `${name} not set`, path });
    else if (typeof value !== 'string') wrong.push({ message: `${name} isn't string type`, path });
    else if (name === 'apiVersion' && value.split('/').length > 2) {
      wrong.push({ message: `unexpected GroupVersion string: ${value}`, path });
    }
  }
  return wrong;
}

function wrongItems(list: Fields): Wrong[] {
  const items = list.get('items');
  if (!Array.isArray(items)) return [{ message: 'invalid object to validate', path: 'items' }];
  return items.flatMap((item, index) => wrongType(item, `items[${index}].`));
}

/** Mirrors `infoForData` of the resource builder. */
function sent(file: string, piece: Piece, object: Fields): (Document | Refusal)[] {
  const undecoded = ({ message, path }: Wrong): Refusal[] => [
    refused(`unable to decode ${quote(file)}: ${message}`, { piece, path }),
  ];
  const { items, wrong } = itemsOf(object);
  if (wrong) return undecoded(wrong);
  const { apiVersion, kind } = typeOf(object);
  if (kind === '') return undecoded({ message: `Object 'Kind' is missing in '${piece.body}'`, path: 'kind' });
  const misread = misreadMetadata(original(piece));
  if (misread) return undecoded(misread);
  const scope = scopeOf(apiVersion, kind);
  if (!scope) {
    const [name, namespace] = [quote(metaOf(object, 'name')), quote(metaOf(object, 'namespace'))];
    const message =
      `resource mapping not found for name: ${name} namespace: ${namespace} from ${quote(file)}: ` +
      `${noMatch(apiVersion, kind)}\nensure CRDs are installed first`;
    return [refused(message, { piece, path: 'kind', unknownKind: true })];
  }
  if (items) return ofItems(piece, items, apiVersion, kind.replace(/List$/, ''));
  return [document(object, scope, piece, '')];
}

/** With the numbers as they are written. */
function original(piece: Piece): Fields {
  const value = parse(piece.body)?.value;
  return value instanceof Fields ? value : new Fields([]);
}

/** What an object with `items` holds; it is a list whatever its kind. */
function itemsOf(object: Fields): { items?: (Fields | null)[] | undefined; wrong?: Wrong } {
  const items = object.get('items');
  if (items === undefined) return {};
  if (items === null) return { items: [] };
  const unreadable = (value: Json, target: string, path: string): { wrong: Wrong } => ({
    wrong: { message: `json: cannot unmarshal ${kindOf(value)} into Go ${target}`, path },
  });
  if (!Array.isArray(items)) {
    return unreadable(items, 'struct field decodeList.items of type []json.RawMessage', 'items');
  }
  const objects: (Fields | null)[] = [];
  for (const [index, item] of items.entries()) {
    if (item !== null && !(item instanceof Fields)) {
      return unreadable(item, 'value of type map[string]interface {}', `items[${index}]`);
    }
    objects.push(item);
  }
  return { items: objects };
}

/** Mirrors `FlattenListVisitor`. */
function ofItems(piece: Piece, items: (Fields | null)[], apiVersion: string, kind: string): (Document | Refusal)[] {
  const nested = items.findIndex((item) => Array.isArray(item?.get('items')));
  if (nested >= 0) {
    const message = '*unstructured.Unstructured is not a list: no Items field in this object';
    return [refused(message, { piece, path: `items[${nested}].items` })];
  }
  const steps: (Document | Refusal)[] = [];
  const messages: string[] = [];
  let first: string | undefined;
  let known = true;
  for (const [index, item] of items.entries()) {
    const typed = withType(item ?? new Fields([]), apiVersion, kind);
    const type = typeOf(typed);
    const scope = scopeOf(type.apiVersion, type.kind);
    const path = `items[${index}]`;
    if (scope && type.kind !== '') {
      steps.push(document(typed, scope, piece, path));
      continue;
    }
    const missing = 'unable to get type info from the object "*unstructured.Unstructured": Object';
    if (type.kind === '') messages.push(`${missing} 'Kind' is missing in 'object has no kind field '`);
    else if (type.apiVersion === '') {
      messages.push(`${missing} 'apiVersion' is missing in 'object has no apiVersion field'`);
    } else {
      messages.push(`unable to recognize ${noMatch(type.apiVersion, type.kind)}`);
    }
    known &&= type.kind === '' || type.apiVersion === '';
    first ??= path;
  }
  if (first !== undefined) steps.push({ messages, ofItems: true, unknownKind: !known, piece, path: first });
  return steps;
}

/** The items of a typed list need not say what they are. */
function withType(item: Fields, apiVersion: string, kind: string): Fields {
  const type = typeOf(item);
  if (type.apiVersion !== '' || type.kind !== '') return item;
  return new Fields([...item.list, ['apiVersion', apiVersion], ['kind', kind]]);
}

function document(object: Fields, scope: Scope, piece: Piece, path: string): Document {
  const placed = inNamespace(object, scope);
  const { apiVersion, kind } = typeOf(placed);
  const [name, namespace] = [metaOf(placed, 'name'), metaOf(placed, 'namespace') || 'default'];
  const generateName = metaOf(placed, 'generateName');
  return { apiVersion, kind, name, namespace: scope === 'cluster' ? '' : namespace, generateName, text: write(placed), piece, path };
}

/** Mirrors `SetNamespace`: what has no namespace gets the default one, and what cannot have one loses it. */
function inNamespace(object: Fields, scope: Scope): Fields {
  const isEmpty = metaOf(object, 'namespace') === '';
  const meta = object.get('metadata') ?? (object.list.some(([name]) => name === 'metadata') ? null : new Fields([]));
  if (!(meta instanceof Fields) || isEmpty === (scope === 'cluster')) return object;
  const others = meta.list.filter(([name]) => name !== 'namespace');
  const added: Fields['list'] = scope === 'cluster' ? [] : [['namespace', 'default']];
  return new Fields([...object.list, ['metadata', new Fields([...others, ...added])]]);
}

function textOf(object: Fields, name: string): string {
  const value = object.get(name);
  return typeof value === 'string' ? value : '';
}

function typeOf(object: Fields): { apiVersion: string; kind: string } {
  return { apiVersion: textOf(object, 'apiVersion').replace(/^\//, ''), kind: textOf(object, 'kind') };
}

function metaOf(object: Fields, name: string): string {
  const meta = object.get('metadata');
  return meta instanceof Fields ? textOf(meta, name) : '';
}

function noMatch(apiVersion: string, kind: string): string {
  return `no matches for kind ${quote(kind)} in version ${quote(apiVersion)}`;
}
