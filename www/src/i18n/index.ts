/**
 * The words of the page: sentences for what the core notes, labels for actions, texts.
 *
 * The core has no prose. A panel takes `words` of a language, makes `say` for the moment that it shows, and asks:
 * `sentence(note, words, say)`, then `rich` for the runs of its marks.
 */

import type { Action, Snapshot } from '../../pkg/jobscope.js';
import type { FirstWords, Say, Words } from './catalogue.js';
import * as format from './format.js';
import { stepKind } from './kinds.js';

export type { FirstWords, Input, NoteId, NoteOf, Say, Source, StepKind, Tone, Ui, Words } from './catalogue.js';
export { middle } from './format.js';
export { inputs } from './inputs.js';
export { stepKind, tone } from './kinds.js';
export { plain, rich, type Run } from './rich.js';
export { headline, sentence, summary } from './story.js';

/** The languages that the page speaks, each by its own name. What comes first can be shown before the rest is there. */
export const languages = {
  en: {
    name: 'English',
    first: async () => (await import('./en/first.js')).first,
    load: async () => (await Promise.all([import('./en.js'), import('./en/first.js')]))[0].en,
  },
  'zh-CN': {
    name: '简体中文',
    first: async () => (await import('./zh-CN/first.js')).first,
    load: async () => (await Promise.all([import('./zh-CN.js'), import('./zh-CN/first.js')]))[0].zhCN,
  },
} satisfies Record<string, { name: string; first(): Promise<FirstWords>; load(): Promise<Words> }>;

export type Language = keyof typeof languages;

/** The first of the wanted languages that there is, by its tag or the first part of it; else English. */
export function pick(wanted: readonly string[]): Language {
  const known = Object.keys(languages) as Language[];
  const first = (tag: string) => tag.toLowerCase().split('-')[0];
  for (const tag of wanted) {
    const same = known.find((one) => one.toLowerCase() === tag.toLowerCase());
    const found = same ?? known.find((one) => first(one) === first(tag));
    if (found) return found;
  }
  return 'en';
}

/** What `say` depends on besides the language. A snapshot fits. */
export type Moment = Pick<Snapshot, 'startedAt'> & {
  readonly queue?: { readonly ready: readonly { readonly item: string }[] };
  readonly orphanQueue?: { readonly ready: readonly { readonly item: string }[] };
};

/** Of a longer name, sentences leave the middle out; its card says it whole. */
const NAME_MAX = 32;

/** How values are written at a moment. */
export function sayAt({ startedAt, queue, orphanQueue }: Moment, words: Words): Say {
  const job = queue?.ready[0]?.item;
  const orphan = orphanQueue?.ready[0]?.item;
  return {
    at: (time) => format.at(time, startedAt),
    clock: format.clock,
    span: (ms) => format.span(ms, words.units),
    name: (key) => format.name(key).split('/').map((part) => format.middle(part, NAME_MAX)).join('/'),
    number: (value) => format.number(value),
    next: { ...(job !== undefined && { job }), ...(orphan !== undefined && { orphan }) },
  };
}

/** What an action would do, in a sentence. */
export function actionSentence(action: Action, words: Words, say: Say): string {
  return (words.action[action.action] as (action: Action, say: Say) => string)(action, say);
}

/** The text of an action's button. */
export function actionLabel(action: Action, words: Words, say: Say): string {
  return (words.label[action.action] as (action: Action, say: Say) => string)(action, say);
}

/** What sort of thing the step of an action is: `Sync`, `Delivery`. */
export function stepTitle(action: Action, words: Words): string {
  return words.ui.steps[stepKind(action)];
}
