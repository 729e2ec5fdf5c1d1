/** Tokens to the nodes of the first document, with the words of go-yaml's parser where it stops. */

import { type Mark, YamlError } from './cursor.js';
import { Scanner, type Token, type TokenType } from './scanner.js';

interface Base {
  /** Offsets into the text. */
  from: number;
  to: number;
  /** From 1. */
  line: number;
  /** Short, such as `!!int`; empty if there is none. */
  tag: string;
}

export interface ScalarNode extends Base {
  kind: 'scalar';
  text: string;
  /** Without quotes and tag its text tells what it is. */
  plain: boolean;
}

export interface ListNode extends Base {
  kind: 'list';
  items: TreeNode[];
}

export interface MapNode extends Base {
  kind: 'map';
  pairs: { key: TreeNode; value: TreeNode }[];
}

export interface AliasNode extends Base {
  kind: 'alias';
  name: string;
  of: TreeNode;
}

export type TreeNode = ScalarNode | ListNode | MapNode | AliasNode;

const CONTROL = /[^\t\n\r -~\x85\xa0-\ud7ff\ud800-\udfff\ue000-\ufffd]/;
const TAG_PREFIX = 'tag:yaml.org,2002:';

/** Nothing if the text holds no document. */
export function compose(text: string): TreeNode | undefined {
  const control = CONTROL.exec(text);
  if (control) throw new YamlError('control characters are not allowed', 0, control.index);
  return new Composer(text).document();
}

class Composer {
  readonly #tokens: Scanner;
  readonly #anchors = new Map<string, TreeNode>();

  constructor(text: string) {
    this.#tokens = new Scanner(text);
  }

  document(): TreeNode | undefined {
    const first = this.#tokens.peek();
    if (first.type === 'streamEnd') return undefined;
    let explicit = false;
    while (this.#is('directive')) {
      explicit = true;
      this.#tokens.next();
    }
    if (explicit && !this.#is('documentStart')) this.#fail('did not find expected <document start>');
    explicit = this.#is('documentStart');
    if (explicit) this.#tokens.next();
    const isEmpty = explicit && this.#is('directive', 'documentStart', 'documentEnd', 'streamEnd');
    const root = isEmpty ? this.#empty(this.#tokens.peek().start) : this.#node(true, false);
    // What follows is not read, but scanned as far as its first token.
    this.#tokens.peek();
    return root;
  }

  #is(...types: TokenType[]): boolean {
    return types.includes(this.#tokens.peek().type);
  }

  /** The parser counts lines from 0. */
  #fail(problem: string): never {
    const { start } = this.#tokens.peek();
    throw new YamlError(problem, start.line, start.at);
  }

  #empty(mark: Mark): ScalarNode {
    return { kind: 'scalar', text: '', plain: true, tag: '', from: mark.at, to: mark.at, line: mark.line + 1 };
  }

  #node(block: boolean, indentless: boolean): TreeNode {
    const start = this.#tokens.peek().start;
    if (this.#is('alias')) return this.#alias(this.#tokens.next());
    let anchor: Token | undefined;
    let tag: Token | undefined;
    if (this.#is('anchor')) anchor = this.#tokens.next();
    if (this.#is('tag')) tag = this.#tokens.next();
    if (tag && !anchor && this.#is('anchor')) anchor = this.#tokens.next();
    const properties = { tag: tag ? shortTag(tag) : '', anchor: anchor?.text, start };
    const token = this.#tokens.peek();
    if (indentless && token.type === '-') return this.#list(properties, () => this.#indentlessItem());
    if (token.type === 'scalar') {
      this.#tokens.next();
      const plain = token.plain === true;
      const base = { from: start.at, to: token.end.at, line: start.line + 1, tag: properties.tag };
      return this.#named(properties.anchor, { kind: 'scalar', text: token.text, plain, ...base });
    }
    if (token.type === '[') return this.#list(properties, this.#flowItems());
    if (token.type === '{') return this.#map(properties, this.#flowPairs());
    if (block && token.type === 'blockList') return this.#list(properties, this.#blockItems());
    if (block && token.type === 'blockMap') return this.#map(properties, this.#blockPairs());
    if (!anchor && !tag) this.#fail('did not find expected node content');
    const end = (tag ?? anchor)?.end ?? start;
    const node = { ...this.#empty(start), to: end.at, tag: properties.tag };
    return this.#named(properties.anchor, node);
  }

  #named<T extends TreeNode>(anchor: string | undefined, node: T): T {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  #alias({ text: name, start, end }: Token): AliasNode {
    const of = this.#anchors.get(name);
    if (!of) throw new YamlError(`unknown anchor '${name}' referenced`, 0, start.at);
    return { kind: 'alias', name, of, tag: '', from: start.at, to: end.at, line: start.line + 1 };
  }

  /** `item` gives nothing after the last one. An anchor is known inside of what it names. */
  #list({ tag, anchor, start }: Properties, item: () => TreeNode | undefined): ListNode {
    const items: TreeNode[] = [];
    const base = { from: start.at, to: start.at, line: start.line + 1, tag };
    const node = this.#named<ListNode>(anchor, { kind: 'list', items, ...base });
    for (let next = item(); next; next = item()) items.push(next);
    node.to = this.#endAfter(items.at(-1)?.to ?? start.at);
    return node;
  }

  #map({ tag, anchor, start }: Properties, pair: () => MapNode['pairs'][number] | undefined): MapNode {
    const pairs: MapNode['pairs'] = [];
    const base = { from: start.at, to: start.at, line: start.line + 1, tag };
    const node = this.#named<MapNode>(anchor, { kind: 'map', pairs, ...base });
    for (let next = pair(); next; next = pair()) pairs.push(next);
    node.to = this.#endAfter(pairs.at(-1)?.value.to ?? start.at);
    return node;
  }

  #closed: number | undefined;

  /** A collection in brackets ends with the bracket, a block with its last child. */
  #endAfter(child: number): number {
    const end = this.#closed ?? child;
    this.#closed = undefined;
    return end;
  }

  #close(): undefined {
    this.#closed = this.#tokens.next().end.at;
    return undefined;
  }

  /** What stands here, or nothing: then an empty scalar, at the end of the indicator before it. */
  #orEmpty(mark: Mark, ends: TokenType[], read: () => TreeNode): TreeNode {
    return this.#is(...ends) ? this.#empty(mark) : read();
  }

  #blockItems(): () => TreeNode | undefined {
    this.#tokens.next();
    return () => {
      if (this.#is('-')) {
        const { end } = this.#tokens.next();
        return this.#orEmpty(end, ['-', 'blockEnd'], () => this.#node(true, false));
      }
      if (!this.#is('blockEnd')) this.#fail("did not find expected '-' indicator");
      this.#tokens.next();
      return undefined;
    };
  }

  #indentlessItem(): TreeNode | undefined {
    if (!this.#is('-')) return undefined;
    const { end } = this.#tokens.next();
    return this.#orEmpty(end, ['-', 'key', 'value', 'blockEnd'], () => this.#node(true, false));
  }

  #blockPairs(): () => MapNode['pairs'][number] | undefined {
    this.#tokens.next();
    const ends: TokenType[] = ['key', 'value', 'blockEnd'];
    return () => {
      if (!this.#is('key', 'blockEnd')) this.#fail('did not find expected key');
      const { type, end } = this.#tokens.next();
      if (type === 'blockEnd') return undefined;
      const key = this.#orEmpty(end, ends, () => this.#node(true, true));
      if (!this.#is('value')) return { key, value: this.#empty(end) };
      const { end: after } = this.#tokens.next();
      return { key, value: this.#orEmpty(after, ends, () => this.#node(true, true)) };
    };
  }

  #flowItems(): () => TreeNode | undefined {
    this.#tokens.next();
    let first = true;
    return () => {
      if (!this.#is(']')) {
        if (!first) this.#comma(']');
        first = false;
        if (this.#is('key')) return this.#flowPairItem();
        if (!this.#is(']')) return this.#node(false, false);
      }
      return this.#close();
    };
  }

  /** A map of one pair, without braces. */
  #flowPairItem(): TreeNode {
    const { start, end } = this.#tokens.next();
    const ends: TokenType[] = [',', ']'];
    const key = this.#orEmpty(end, ['value', ...ends], () => this.#node(false, false));
    let value: TreeNode = this.#empty(this.#tokens.peek().start);
    if (this.#is('value')) {
      const { end } = this.#tokens.next();
      value = this.#orEmpty(end, ends, () => this.#node(false, false));
    }
    const base = { from: start.at, to: value.to, line: start.line + 1, tag: '' };
    return { kind: 'map', pairs: [{ key, value }], ...base };
  }

  #flowPairs(): () => MapNode['pairs'][number] | undefined {
    this.#tokens.next();
    let first = true;
    const ends: TokenType[] = [',', '}'];
    return () => {
      if (this.#is('}')) return this.#close();
      if (!first) this.#comma('}');
      first = false;
      if (this.#is('}')) return this.#close();
      if (!this.#is('key')) {
        const key = this.#node(false, false);
        return { key, value: this.#empty(this.#tokens.peek().start) };
      }
      const { end } = this.#tokens.next();
      const key = this.#orEmpty(end, ['value', ...ends], () => this.#node(false, false));
      if (!this.#is('value')) return { key, value: this.#empty(this.#tokens.peek().start) };
      const { end: after } = this.#tokens.next();
      return { key, value: this.#orEmpty(after, ends, () => this.#node(false, false)) };
    };
  }

  #comma(bracket: ']' | '}'): void {
    if (!this.#is(',')) this.#fail(`did not find expected ',' or '${bracket}'`);
    this.#tokens.next();
  }
}

interface Properties {
  tag: string;
  anchor: string | undefined;
  start: Mark;
}

function shortTag({ text, handle, start }: Token): string {
  if (handle === '') return text.startsWith(TAG_PREFIX) ? `!!${text.slice(TAG_PREFIX.length)}` : text;
  if (handle === '!!') return `!!${text}`;
  if (handle !== '!') throw new YamlError('found undefined tag handle', start.line, start.at);
  return `!${text}`;
}
