/** What refers to what in a WebAssembly module that was linked with `--emit-relocs`: functions and data, by symbol. */

import { readFileSync } from 'node:fs';

/**
 * A function by its name, or a piece of data by `@` and its address. Functions of one name are one node.
 * @typedef {string} Node
 * @typedef {{ address: number, size: number }} Piece
 * @typedef {{ functions: Set<Node>, data: Map<Node, Piece>, refersTo: Map<Node, Set<Node>> }} Linked
 * @typedef {{ id: number, name: string, head: number, start: number, body: number, end: number }} Section
 * @typedef {{ node?: Node | undefined, address?: number, size?: number }} Symbol
 */

const CUSTOM = 0;
const IMPORTS = 2;
const CODE = 10;
const DATA = 11;

const FUNCTION_NAMES = 1;
const SYMBOL_TABLE = 8;
const KIND_FUNCTION = 0;
const KIND_DATA = 1;
const KIND_SECTION = 3;
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;

/** Relocations that carry an addend: those of addresses and offsets. */
const WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11]);

/** @param {string} file @returns {Linked} */
export function readLinked(file) {
  const reader = new Reader(readFileSync(file));
  const sections = reader.sections();
  const find = (/** @type {number} */ id, name = '') => {
    const section = sections.find((section) => section.id === id && section.name === name);
    if (!section) throw new Error(`${file} has no section ${name || id}: was it linked with --emit-relocs?`);
    return section;
  };
  const bodies = reader.bodies(find(CODE));
  const segments = reader.segments(find(DATA));
  const imported = reader.importedFunctions(find(IMPORTS));
  const names = reader.names(find(CUSTOM, 'name'));
  const symbols = reader.symbols(find(CUSTOM, 'linking'), names, segments.map((segment) => segment.address));

  /** @type {Map<Node, Piece>} */
  const data = new Map();
  for (const { node, address, size } of symbols) {
    if (node === undefined || address === undefined || size === undefined) continue;
    if (size > (data.get(node)?.size ?? 0)) data.set(node, { address, size });
  }
  const pieces = [...data].sort(([, one], [, other]) => one.address - other.address);

  /** @type {Map<Node, Set<Node>>} */
  const refersTo = new Map();
  const refer = (/** @type {Node} */ from, /** @type {Node | undefined} */ to) => {
    if (to === undefined) return;
    const known = refersTo.get(from);
    if (known) known.add(to);
    else refersTo.set(from, new Set([to]));
  };
  let body = 0;
  for (const { offset, symbol } of reader.relocations(find(CUSTOM, 'reloc.CODE'))) {
    while ((bodies[body]?.end ?? Infinity) <= offset) body++;
    const from = names.get(imported + body);
    if (from === undefined) throw new Error(`function ${imported + body} has no name`);
    refer(from, symbols[symbol]?.node);
  }
  for (const { offset, symbol } of reader.relocations(find(CUSTOM, 'reloc.DATA'))) {
    const segment = segments.find(({ start, size }) => offset >= start && offset < start + size);
    const address = segment ? segment.address + offset - segment.start : NaN;
    // Pieces may lie inside one another: whichever is wanted, what it refers to is too.
    const holders = pieces.filter(([, piece]) => address >= piece.address && address < piece.address + piece.size);
    if (holders.length === 0) throw new Error(`no data holds the address at ${address}`);
    for (const [holder] of holders) refer(holder, symbols[symbol]?.node);
  }
  return { functions: new Set(bodies.map((_, index) => names.get(imported + index) ?? '')), data, refersTo };
}

/** A module without its relocations, which are wrong once it was changed. @param {Buffer} bytes */
export function withoutRelocations(bytes) {
  const dropped = new Reader(bytes).sections().filter(({ name }) => name === 'linking' || name.startsWith('reloc.'));
  let end = bytes.length;
  const kept = dropped.reverse().map(({ head, end: next }) => {
    const part = bytes.subarray(next, end);
    end = head;
    return part;
  });
  return Buffer.concat([bytes.subarray(0, end), ...kept.reverse()]);
}

class Reader {
  #at = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  sections() {
    /** @type {Section[]} */
    const sections = [];
    this.#at = 8;
    while (this.#at < this.bytes.length) {
      const head = this.#at;
      const id = this.#byte();
      const size = this.#unsigned();
      const start = this.#at;
      const name = id === CUSTOM ? this.#text() : '';
      sections.push({ id, name, head, start, body: this.#at, end: start + size });
      this.#at = start + size;
    }
    return sections;
  }

  /** @param {Section} section How many functions are imported. */
  importedFunctions(section) {
    let functions = 0;
    this.#each(section, () => {
      this.#text();
      this.#text();
      switch (this.#byte()) {
        case 0:
          this.#unsigned();
          functions++;
          break;
        case 1:
          this.#byte();
          this.#limits();
          break;
        case 2:
          this.#limits();
          break;
        default:
          this.#at += 2;
      }
    });
    return functions;
  }

  /** @param {Section} section Where each function ends, from the start of the section. */
  bodies(section) {
    return this.#each(section, () => {
      const size = this.#unsigned();
      this.#at += size;
      return { end: this.#at - section.start };
    });
  }

  /** @param {Section} section */
  segments(section) {
    return this.#each(section, () => {
      const flags = this.#unsigned();
      if (flags !== 0) throw new Error('a data segment is not at a fixed address');
      this.#at++;
      const address = this.#signed();
      this.#at++;
      const size = this.#unsigned();
      const start = this.#at - section.start;
      this.#at += size;
      return { address, size, start };
    });
  }

  /** @param {Section} section The names of functions, by index. @returns {Map<number, string>} */
  names(section) {
    this.#at = section.body;
    return this.#part(section, FUNCTION_NAMES, () => new Map(this.#list(() => [this.#unsigned(), this.#text()])));
  }

  /**
   * @param {Section} section
   * @param {Map<number, string>} names Those of functions.
   * @param {number[]} addresses Those of the data segments.
   * @returns {Symbol[]}
   */
  symbols(section, names, addresses) {
    this.#at = section.body;
    this.#unsigned();
    return this.#part(section, SYMBOL_TABLE, () => this.#list(() => this.#symbol(names, addresses)));
  }

  /** @template T @param {Section} section @param {number} wanted @param {() => T} read @returns {T} */
  #part(section, wanted, read) {
    while (this.#at < section.end) {
      const type = this.#byte();
      const size = this.#unsigned();
      if (type === wanted) return read();
      this.#at += size;
    }
    throw new Error(`the section ${section.name} lacks its part ${wanted}`);
  }

  /** @param {Map<number, string>} names @param {number[]} addresses @returns {Symbol} */
  #symbol(names, addresses) {
    const kind = this.#byte();
    const flags = this.#unsigned();
    const isDefined = (flags & UNDEFINED) === 0;
    if (kind === KIND_DATA) {
      this.#text();
      if (!isDefined) return {};
      const address = (addresses[this.#unsigned()] ?? NaN) + this.#unsigned();
      return { node: `@${address}`, address, size: this.#unsigned() };
    }
    const index = this.#unsigned();
    if (kind === KIND_SECTION || !(isDefined || flags & EXPLICIT_NAME)) return {};
    this.#text();
    return kind === KIND_FUNCTION ? { node: names.get(index) } : {};
  }

  /** @param {Section} section */
  relocations(section) {
    this.#at = section.body;
    this.#unsigned();
    return this.#list(() => {
      const type = this.#byte();
      const offset = this.#unsigned();
      const index = this.#unsigned();
      if (WITH_ADDEND.has(type)) this.#signed();
      // Types count on their own, not among the symbols.
      return { offset, symbol: type === 6 ? -1 : index };
    }).sort((one, other) => one.offset - other.offset);
  }

  /** @template T @param {Section} section @param {() => T} read @returns {T[]} */
  #each(section, read) {
    this.#at = section.start;
    return this.#list(read);
  }

  /** @template T @param {() => T} read @returns {T[]} */
  #list(read) {
    return Array.from({ length: this.#unsigned() }, read);
  }

  #limits() {
    const flags = this.#unsigned();
    this.#unsigned();
    if (flags & 1) this.#unsigned();
  }

  #byte() {
    return this.bytes[this.#at++] ?? 0;
  }

  #text() {
    const length = this.#unsigned();
    this.#at += length;
    return this.bytes.toString('utf8', this.#at - length, this.#at);
  }

  #unsigned() {
    return this.#leb128().number;
  }

  #signed() {
    const { number, scale, isNegative } = this.#leb128();
    return isNegative ? number - scale : number;
  }

  #leb128() {
    let [number, scale, byte] = [0, 1, 0];
    do {
      byte = this.#byte();
      number += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte & 0x80);
    return { number, scale, isNegative: (byte & 0x40) !== 0 };
  }
}
