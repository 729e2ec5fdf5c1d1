/** The page of the API: the types of the module with their comments, in the order of the outline. */

import { methods, opening, sections, untold, type Section } from './api-outline.ts';
import { declarations, parts, variants, type Declaration, type Member, type Variant } from './declarations.ts';

/** A list of notes has a page of its own. */
const ELSEWHERE: Record<string, string> = { Note: 'Each has an `id`; all of them, with their members, are in [notes.md](notes.md).' };
/** A table has words in it. */
const WORDS = 'Words and plain values';

export function apiPage(types: string): string {
  const all = new Map(declarations(types).map((declaration) => [declaration.name, declaration]));
  const simulator = all.get('Simulator');
  if (!simulator) throw new Error('there is no class Simulator');
  const told = sections.flatMap(({ types }) => types);
  const known = new Set(told);
  const left = [...all.keys()].filter((name) => !known.has(name) && !untold.includes(name) && name !== 'Simulator');
  if (left.length > 0) throw new Error(`no section of the outline has ${left.join(', ')}`);
  const gone = told.filter((name) => !all.has(name));
  if (gone.length > 0) throw new Error(`the outline has ${gone.join(', ')}, which the module has not`);
  const page = new Page(known);
  const rest = sections.map((section) => page.section(section, all));
  return [opening, page.simulator(simulator), ...rest].join('\n');
}

class Page {
  constructor(readonly known: ReadonlySet<string>) {}

  simulator({ doc, methods: own }: Declaration): string {
    const nameOf = (signature: string) => /^(?:static )?(\[[\w.]+\]|\w+)/.exec(signature)?.[1] ?? signature;
    const grouped = methods.flatMap(({ names }) => names);
    const missing = own.map(({ signature }) => nameOf(signature)).filter((name) => !grouped.includes(name));
    if (missing.length > 0) throw new Error(`no group of the outline has ${missing.join(', ')}`);
    const groups = methods.map(({ title, names }) => {
      const rows = names.map((name) => {
        const method = own.find(({ signature }) => nameOf(signature) === name);
        if (!method) throw new Error(`the outline has ${name}, which the class has not`);
        return `- \`${method.signature}\`${method.doc && `  \n  ${method.doc}`}`;
      });
      return `### ${title}\n\n${rows.join('\n')}\n`;
    });
    return [`## Simulator\n\n${doc}\n`, ...groups].join('\n');
  }

  section({ title, text, types }: Section, all: ReadonlyMap<string, Declaration>): string {
    const own = types.map((name) => all.get(name)).filter((declaration) => declaration !== undefined);
    const body = title === WORDS ? [this.#words(own)] : own.map((declaration) => this.#declaration(declaration));
    return [`## ${title}\n`, ...(text ? [`${text}\n`] : []), ...body].join('\n');
  }

  #words(types: readonly Declaration[]): string {
    const rows = types.map(({ name, type, doc }) => row(`<a id="${name.toLowerCase()}"></a>\`${name}\``, this.#type(type), doc));
    return `${table('type', 'is', 'means', rows)}\n`;
  }

  #declaration({ name, doc, members, type }: Declaration): string {
    const shapes = variants(type);
    const body = ELSEWHERE[name] ?? (shapes ? this.#shapes(shapes) : type ? `Is ${this.#type(type)}.` : this.#members(members));
    return [`### ${name}\n`, ...(doc ? [`${doc}\n`] : []), `${body}\n`].join('\n');
  }

  #shapes({ tag, variants }: { tag: string; variants: readonly Variant[] }): string {
    const rows = variants.map(({ word, members, also }) => {
      const own = members.map(({ name, optional, type }) => `\`${name}${optional ? '?' : ''}\` ${this.#type(type)}`);
      return `| \`${word}\` | ${[...own, ...(also === undefined ? [] : [`those of ${this.#type(also)}`])].join(', ')} |`;
    });
    return [`| \`${tag}\` | other members |`, '|---|---|', ...rows].join('\n');
  }

  #members(members: readonly Member[]): string {
    const rows = members.map(({ name, optional, type, doc }) => row(`\`${name}${optional ? '?' : ''}\``, this.#type(type), doc));
    return table('member', 'type', '', rows);
  }

  /** Names of types lead to where they are told. */
  #type(type: string): string {
    return parts(type)
      .map((part) => {
        const [, name = '', rest = ''] = /^(\w+)((?:\[\])*)$/.exec(part) ?? [];
        return this.known.has(name) ? `[\`${part}\`](#${name.toLowerCase()})` : `\`${part}${name ? '' : rest}\``;
      })
      .join(' or ');
  }
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function table(one: string, two: string, three: string, rows: readonly string[]): string {
  return [`| ${one} | ${two} | ${three} |`, '|---|---|---|', ...rows].join('\n');
}
