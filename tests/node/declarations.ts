/** Reads the types that wasm-bindgen and tsify write, which have one shape: declarations, one after the other. */

export interface Member {
  name: string;
  optional: boolean;
  type: string;
  doc: string;
}

export interface Declaration {
  kind: 'interface' | 'type' | 'class';
  name: string;
  doc: string;
  /** Of an interface. */
  members: Member[];
  /** Of a class. */
  methods: { signature: string; doc: string }[];
  /** Of a type. */
  type: string;
}

/** One of several shapes, told apart by a word. */
export interface Variant {
  word: string;
  members: Member[];
  /** A type whose members it has, too. */
  also: string | undefined;
}

const declaration = /^(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export (interface|type|class) (\w+)([^]*?)(?=\n\/\*\*|\nexport |\n*$(?![^]))/gm;

export function declarations(text: string): Declaration[] {
  return [...text.matchAll(declaration)].map(([, doc = '', kind, name = '', body = '']) => {
    const inner = body.slice(body.indexOf('{') + 1, body.lastIndexOf('}'));
    return {
      kind: kind as Declaration['kind'],
      name,
      doc: prose(doc),
      members: kind === 'interface' ? members(inner) : [],
      methods: kind === 'class' ? documented(inner).map(([doc, signature]) => ({ signature, doc })) : [],
      type: kind === 'type' ? body.replace(/^\s*=\s*|;\s*$/g, '') : '',
    };
  });
}

function prose(doc: string): string {
  return doc.replace(/^\s*\* ?/gm, '').replace(/\s+/g, ' ').trim();
}

/** What ends with a semicolon, with the comment before it. */
function documented(body: string): [doc: string, text: string][] {
  const parts = body.matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/)?\s*([^;/\s][^;]*);/g);
  return [...parts].map(([, doc = '', text = '']) => [prose(doc), text.replace(/\s+/g, ' ').trim()]);
}

function members(body: string): Member[] {
  return documented(body).map(([doc, text]) => {
    const [, name = '', optional, type = ''] = /^(?:readonly )?([\w$]+)(\??): (.*)$/.exec(text) ?? [];
    if (name === '') throw new Error(`this is no member: ${text}`);
    const given = type.replace(/ \| undefined$/, '');
    return { name, optional: optional === '?' || given !== type, type: given, doc };
  });
}

/** The parts of a union: what stands between bars that are in no bracket. */
export function parts(type: string): string[] {
  const found = [''];
  let depth = 0;
  for (const letter of type) {
    if ('{(<['.includes(letter)) depth += 1;
    if ('})>]'.includes(letter)) depth -= 1;
    if (letter === '|' && depth === 0) found.push('');
    else found[found.length - 1] += letter;
  }
  return found.map((part) => part.trim());
}

/** Nothing for a type that is no union of shapes. */
export function variants(type: string): { tag: string; variants: Variant[] } | undefined {
  let tag = '';
  const found = parts(type).map((part): Variant | undefined => {
    const [, shape, also] = /^\(?\{ (.*) \}(?: & (\w+)\))?$/.exec(part) ?? [];
    const [first, ...rest] = members(`${shape ?? ''};`);
    const [, word] = /^"(\w+)"$/.exec(first?.type ?? '') ?? [];
    if (first === undefined || word === undefined) return undefined;
    tag = first.name;
    return { word, members: rest, also };
  });
  const shapes = found.filter((variant) => variant !== undefined);
  return shapes.length === found.length ? { tag, variants: shapes } : undefined;
}
