/** Nodes to JSON: aliases, merges and repeated keys as go-yaml decodes them into untyped values. */

import { YamlError } from './cursor.js';
import { Fields, float, type Json, Literal, quote } from './json.js';
import { resolve, type Scalar } from './scalar.js';
import type { AliasNode, MapNode, ScalarNode, TreeNode } from './tree.js';

/** A map holds each key once, at its first place. */
type Value = { scalar: Scalar } | { list: Value[] } | { map: Map<string, { key: Scalar; value: Value }> };

const NO_MAP = 'map merge requires map or sequence of maps as the value';

export function decode(root: TreeNode): Json {
  return json(new Decoder().value(root));
}

class Decoder {
  /** Aliases that are being followed. */
  readonly #open = new Set<AliasNode>();
  #steps = 0;
  #aliased = 0;

  value(node: TreeNode): Value {
    this.#step(node);
    switch (node.kind) {
      case 'scalar':
        return { scalar: scalarOf(node) };
      case 'list':
        return { list: node.items.map((item) => this.value(item)) };
      case 'map': {
        const map = new Map<string, { key: Scalar; value: Value }>();
        this.#fill(node, map);
        return { map };
      }
      case 'alias':
        return this.#followed(node, () => this.value(node.of));
    }
  }

  /** go-yaml gives up on documents that explode. */
  #step(node: TreeNode): void {
    this.#steps += 1;
    if (this.#open.size > 0) this.#aliased += 1;
    const allowed = Math.min(0.99, Math.max(0.1, 0.99 - (0.89 * (this.#steps - 400_000)) / 3_600_000));
    if (this.#aliased > 100 && this.#steps > 1000 && this.#aliased / this.#steps > allowed) {
      throw new YamlError('document contains excessive aliasing', 0, node.from);
    }
  }

  #followed<T>(alias: AliasNode, follow: () => T): T {
    if (this.#open.has(alias)) throw new YamlError(`anchor '${alias.name}' value contains itself`, 0, alias.from);
    this.#open.add(alias);
    const result = follow();
    this.#open.delete(alias);
    return result;
  }

  #fill(node: MapNode, map: Map<string, { key: Scalar; value: Value }>): void {
    for (const pair of node.pairs) {
      if (isMerge(pair.key)) {
        this.#merge(pair.value, map);
        continue;
      }
      const key = this.value(pair.key);
      if (!('scalar' in key)) throw new YamlError(`invalid map key: ${goSyntax(key)}`, 0, pair.key.from);
      const value = this.value(pair.value);
      const text = keyText(key.scalar, value, pair.key);
      map.set(`${typeof key.scalar} ${text}`, { key: key.scalar, value });
    }
  }

  /** What is merged comes in at its place: it replaces what stands before it. Of several maps the first win. */
  #merge(node: TreeNode, map: Map<string, { key: Scalar; value: Value }>): void {
    if (node.kind === 'list') for (const item of [...node.items].reverse()) this.#mergeOne(item, map);
    else this.#mergeOne(node, map);
  }

  #mergeOne(node: TreeNode, map: Map<string, { key: Scalar; value: Value }>): void {
    this.#step(node);
    const target = node.kind === 'alias' ? node.of : node;
    if (target.kind !== 'map') throw new YamlError(NO_MAP, 0, node.from);
    if (node.kind === 'alias') {
      this.#followed(node, () => {
        this.#step(target);
        this.#fill(target, map);
      });
    } else {
      this.#fill(target, map);
    }
  }
}

export function isMerge(key: TreeNode): boolean {
  return key.kind === 'scalar' && key.text === '<<' && ((key.plain && key.tag === '') || key.tag === '!!merge');
}

export function scalarOf(node: ScalarNode): Scalar {
  if (node.tag === '' && !node.plain) return node.text;
  try {
    return node.tag === '!!binary' ? binary(node.text) : resolve(node.tag, node.text);
  } catch (problem) {
    if (problem instanceof YamlError) problem.from ??= node.from;
    throw problem;
  }
}

function binary(text: string): string {
  const digits = text.replace(/[\r\n]/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) {
    throw new YamlError('!!binary value contains invalid base64 data');
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(atob(digits), (c) => c.charCodeAt(0)));
}

/** The key that a scalar makes in JSON. */
export function keyText(key: Scalar, value?: Value, node?: TreeNode): string {
  if (typeof key === 'number') return floatKey(key);
  if (key !== null && !(typeof key === 'bigint' && key >= 2n ** 63n)) return String(key);
  const type = key === null ? '%!s(<nil>)' : 'uint64';
  const shown = `key: ${goSyntax({ scalar: key })}, value: ${value ? goSyntax(value) : ''}`;
  throw new KeyError(`unsupported map key of type: ${type}, ${shown}`, node?.from);
}

/** A key that JSON cannot have. It comes to light only after all of the YAML was read. */
export class KeyError extends Error {
  constructor(message: string, readonly from: number | undefined) {
    super(message);
  }
}

/** A float as a key: printed as a float32, by Go's verb `g`. */
function floatKey(value: number): string {
  const narrow = Math.fround(value);
  if (Number.isNaN(narrow)) return '.nan';
  if (!Number.isFinite(narrow)) return narrow > 0 ? '.inf' : '-.inf';
  let digits = 1;
  while (Math.fround(Number(narrow.toPrecision(digits))) !== narrow) digits += 1;
  return general(Number(narrow.toPrecision(digits)));
}

/** By Go's verb `g`: with an exponent of two digits from 1e+06 on, and below 1e-04. */
function general(value: number): string {
  const [mantissa = '', power = '0'] = value.toExponential().split('e');
  if (Number(power) >= -4 && Number(power) < 6) return float(value);
  return `${mantissa}e${power[0] ?? ''}${power.slice(1).padStart(2, '0')}`;
}

function json(value: Value): Json {
  if ('list' in value) return value.list.map(json);
  if ('map' in value) {
    return new Fields([...value.map.values()].map(({ key, value }) => [keyText(key, value), json(value)]));
  }
  const { scalar } = value;
  if (typeof scalar === 'bigint') return new Literal(String(scalar));
  if (typeof scalar !== 'number') return scalar;
  if (Number.isFinite(scalar)) return new Literal(float(scalar));
  const shown = Number.isNaN(scalar) ? 'NaN' : scalar > 0 ? '+Inf' : '-Inf';
  throw new Error(`json: unsupported value: ${shown}`);
}

/** A value as Go's verb `%#v` prints it. */
function goSyntax(value: Value, inside = false): string {
  if ('list' in value) return `[]interface {}{${value.list.map((item) => goSyntax(item, true)).join(', ')}}`;
  if ('map' in value) {
    const pairs = [...value.map.values()].map(({ key, value }) => `${goSyntax({ scalar: key })}:${goSyntax(value, true)}`);
    return `map[interface {}]interface {}{${pairs.sort().join(', ')}}`;
  }
  const { scalar } = value;
  if (scalar === null) return inside ? 'interface {}(nil)' : '<nil>';
  if (typeof scalar === 'string') return quote(scalar);
  if (typeof scalar === 'number') return Number.isFinite(scalar) ? general(scalar) : json(value) as string;
  return typeof scalar === 'bigint' && scalar >= 2n ** 63n ? `0x${scalar.toString(16)}` : String(scalar);
}
