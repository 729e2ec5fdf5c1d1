/** What a catalogue of words must hold: one a language, all of the same type. */

import type { Action, Note } from '../../pkg/jobscope.js';
import type { later } from './en/later.js';
import type { ui } from './en/ui.js';
import type { Units } from './format.js';

export type NoteId = Note['id'];
export type NoteOf<Id extends NoteId> = Extract<Note, { id: Id }>;
export type ActionId = Action['action'];
export type ActionOf<Id extends ActionId> = Extract<Action, { action: Id }>;

/** The words of one language. Sentences may carry the marks that `rich` reads: `**bold**` and `` `code` ``. */
export interface Words extends Omit<FirstWords, 'note' | 'ui'>, Omit<LaterWords, 'note' | 'page'> {
  /** A sentence for each note: a bold phrase first, at most 25 words, a full stop. */
  readonly note: NoteSentences;
  /** All other texts: the words around sentences, and the panels'. */
  readonly ui: Ui;
}

/** What the first step of the element needs: it waits for no more. */
export interface FirstWords {
  /** For the `lang` attribute. */
  readonly language: string;
  readonly units: Units;
  /** Sentences for what syncs decide and do, which most first steps tell. */
  readonly note: Omit<NoteSentences, LaterNote>;
  /** A step's headline where one note alone says too little. */
  readonly headline: Headlines;
  readonly ui: Texts<typeof ui>;
}

export interface LaterWords {
  /** Sentences for what happens around syncs. */
  readonly note: Pick<NoteSentences, LaterNote>;
  /** What an action would do: a sentence like those of notes. */
  readonly action: ActionSentences;
  /** The text of an action's button: plain, a few words. */
  readonly label: ActionLabels;
  /** Texts of panels that load later. */
  readonly page: Texts<(typeof later)['page']>;
}

type LaterNote = keyof (typeof later)['note'];

export type NoteSentences = { readonly [Id in NoteId]: (note: NoteOf<Id>, say: Say) => string };
export type ActionSentences = { readonly [Id in ActionId]: (action: ActionOf<Id>, say: Say) => string };
export type ActionLabels = ActionSentences;

export interface Headlines {
  /** Pods to create, with the rule that asked for them. `done`: all of them were created in this step. */
  podsWanted(note: NoteOf<'podsWanted'>, because: NoteOf<'activeWanted'>, done: boolean, say: Say): string;
  /** The end of a Job that this very step decided. */
  jobFinished(note: NoteOf<'jobFinished'>, because: NoteOf<'finishDecided'>, say: Say): string;
}

/** The English texts say which there are. */
export type Ui = Omit<FirstWords['ui'], 'page'> & { readonly page: FirstWords['ui']['page'] & LaterWords['page'] };

type Texts<T> = {
  readonly [Key in keyof T]: T[Key] extends string
    ? string
    : T[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Texts<T[Key]>;
};

/** How values are written: in a language, and counted from the start of a run. */
export interface Say {
  /** An instant as virtual time since the start: `00:12`, `1:00:05`, `00:06.25`. */
  at(time: string): string;
  /** The same of milliseconds since the start. */
  clock(ms: number): string;
  /** `10 s`, `1 min 20 s`, `0.4 s`. */
  span(ms: number): string;
  /** The name in `namespace/name`; with the namespace unless that is `default`. */
  name(key: string): string;
  number(value: number): string;
  /** The items that the workers would take next, for labels that have room for one. */
  readonly next: { readonly job?: string; readonly orphan?: string };
}

/** What notes are about, for their colour. */
export type Tone = 'plain' | 'decision' | 'write' | 'problem' | 'end';

/** Where the controller read a value. Spec and status are those of the Job in its cache, which may be late. */
export type Source =
  | 'spec'
  | 'status'
  | 'cache'
  | 'statusAndCache'
  | 'memory'
  | 'api'
  | 'clock'
  | 'computed';

/** A value that a decision depended on, ready to be shown. */
export interface Input {
  readonly name: string;
  readonly value: string;
  readonly from: Source;
}

/** What sort of thing a step was. */
export type StepKind = 'sync' | 'cleanUp' | 'delivery' | 'kubelet' | 'garbageCollector' | 'user' | 'fault' | 'time';
