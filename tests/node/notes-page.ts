/** The page of notes: every id with its sentences, its members and the function of Kubernetes that it mirrors. */

import type { Note } from '../../www/pkg/jobscope.js';
import { sayAt, sentence, type Words } from '../../www/src/i18n/index.js';
import { upstream } from '../../www/src/i18n/upstream.js';
import { en } from '../../www/src/i18n/en.js';
import { manage } from '../../www/src/i18n/en/manage.js';
import { queue } from '../../www/src/i18n/en/queue.js';
import { sync } from '../../www/src/i18n/en/sync.js';
import { track } from '../../www/src/i18n/en/track.js';
import { world } from '../../www/src/i18n/en/world.js';
import { zhCN } from '../../www/src/i18n/zh-CN.js';
import { notes, startedAt } from '../browser/notes.ts';
import { declarations, variants, type Member } from './declarations.ts';

const opening = `# Notes

A note says what was done or decided, and from which values; a step of a run has one or more. The module gives notes as data
(\`{ "id": "podsWanted", "count": 2, … }\`, see [api.md](api.md#notes)); the page has the sentences, in two languages. Below stand examples of
them, with made-up values: a sentence depends on its note's members.

*Mirrors* names the function in the source of Kubernetes that does the same. Types are those of [api.md](api.md).
`;

const groups: readonly [title: string, ids: object][] = [
  ['The cluster, the user, time and faults', world],
  ['Watches, handlers and the work queue', queue],
  ['A sync: gates, pods, counting and the decision', sync],
  ['A sync: managing pods', manage],
  ['A sync: tracking and the status', track],
];

/** More sentences than these say little more. */
const EXAMPLES_MAX = 3;

export function notesPage(types: string): string {
  const union = declarations(types).find(({ name }) => name === 'Note');
  const shapes = variants(union?.type ?? '')?.variants ?? [];
  const told = new Set<string>();
  const body = groups.map(([title, ids]) => {
    const own = shapes.filter(({ word }) => word in ids);
    for (const { word } of own) told.add(word);
    return [`## ${title}\n`, ...own.map(({ word, members }) => entry(word as Note['id'], members))].join('\n');
  });
  const left = shapes.filter(({ word }) => !told.has(word));
  if (left.length > 0) throw new Error(`no group has ${left.map(({ word }) => word).join(', ')}`);
  return [opening, ...body].join('\n');
}

function entry(id: Note['id'], members: readonly Member[]): string {
  const examples = different(notes[id]);
  const functions = [...new Set(notes[id].map((note) => upstream(note)).filter((name) => name !== undefined))];
  const named = members.map(({ name, optional, type }) => `\`${name}${optional ? '?' : ''}: ${type}\``);
  return [
    `### ${id}\n`,
    ...examples.map((note) => `- ${said(note, en)}  \n  ${said(note, zhCN)}`),
    '',
    ...(named.length > 0 ? [`Members: ${named.join(', ')}.`] : ['No members.']),
    ...(functions.length > 0 ? [`Mirrors: ${functions.map((name) => `\`${name}\``).join(', ')}.`] : []),
    '',
  ].join('\n');
}

/** The first notes that begin in different words. */
function different(all: readonly Note[]): Note[] {
  const begun = new Map<string, Note>();
  for (const note of all) {
    const begin = /^\*\*.*?\*\*/.exec(said(note, en))?.[0].replace(/\d+/g, '') ?? '';
    if (!begun.has(begin)) begun.set(begin, note);
  }
  return [...begun.values()].slice(0, EXAMPLES_MAX);
}

function said(note: Note, words: Words): string {
  return sentence(note, words, sayAt({ startedAt }, words));
}
