/** The catalogue: every note and action has words that can be shown, at usual values and at the edges. */

import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { initSync, Simulator, type Action, type Ending, type Note } from '../../www/pkg/jobscope.js';
import { en } from '../../www/src/i18n/en.js';
import { zhCN } from '../../www/src/i18n/zh-CN.js';
import * as format from '../../www/src/i18n/format.js';
import {
  actionLabel,
  actionSentence,
  headline,
  inputs,
  pick,
  plain,
  rich,
  sayAt,
  sentence,
  stepTitle,
  summary,
  tone,
  type Words,
} from '../../www/src/i18n/index.js';
import { upstream } from '../../www/src/i18n/upstream.js';
import { actions, notes, startedAt } from './notes.ts';

const moment = { startedAt, queue: { ready: [{ item: 'default/pi' }] }, orphanQueue: { ready: [{ item: 'pod:default/pi-x2k4q' }] } };
const say = sayAt(moment, en);
const allNotes = Object.values(notes).flat() as Note[];
const allActions = Object.values(actions).flat();

/** Runs that meet most notes: how their pods end, and what happens to them on the way. */
const runs: { spec: object; ending: Ending; interrupt: Action[] }[] = [
  {
    spec: { completions: 3, parallelism: 2 },
    ending: { kind: 'succeed' },
    interrupt: [
      { action: 'holdWatch', kind: 'pod', held: true },
      { action: 'armFault', fault: { verb: 'updateStatus', error: 'conflict', count: 2 } },
    ],
  },
  {
    spec: { backoffLimit: 1 },
    ending: { kind: 'fail', exitCode: 3 },
    interrupt: [{ action: 'armCrash', afterRequests: 1 }],
  },
  {
    spec: { completions: 4, parallelism: 4, completionMode: 'Indexed', backoffLimitPerIndex: 0, activeDeadlineSeconds: 40 },
    ending: { kind: 'fail', exitCode: 1 },
    interrupt: [{ action: 'relist', kind: 'pod' }],
  },
  {
    spec: { parallelism: 3 },
    ending: { kind: 'hang' },
    interrupt: [
      { action: 'changeJob', job: 'default/pi', change: { suspend: true } },
      { action: 'deletePod', pod: 'default/no-such-pod' },
    ],
  },
  {
    spec: { parallelism: 2, completions: 2 },
    ending: { kind: 'hang' },
    interrupt: [
      { action: 'deleteJob', job: 'default/pi', propagation: 'foreground' },
      { action: 'restartController' },
    ],
  },
];

/** What a language asks of its texts, besides what holds for all of them. */
interface Manners {
  words: Words;
  /** What must not stand in any text. */
  wrong: readonly RegExp[];
  /** What makes a sentence too long, if it is. */
  length(sentence: string): string | undefined;
  stop: string;
}

const languages: readonly Manners[] = [
  {
    words: en,
    wrong: [/\p{Script=Han}|[，。：；、（）]/u],
    length: (sentence) => {
      const count = sentence.split(/\s+/).length;
      return count <= 25 ? undefined : `has ${count} words`;
    },
    stop: '.',
  },
  {
    words: zhCN,
    wrong: [
      // An English phrase was left over.
      /\b(?!kubectl apply\b)[a-z]{2,} (?:[a-z]+ )*[a-z]{2,}\b/,
      // Between Chinese and other letters stands a space, beside a mark none, and marks are as wide as characters.
      /\p{Script=Han}[\p{Script=Latin}\d`]|[\p{Script=Latin}\d`]\p{Script=Han}/u,
      /\s[，。：；、（）]|[，。：；、（）]\s/,
      /\p{Script=Han}\s+\p{Script=Han}/u,
      /\p{Script=Han}[,.:;!?]/u,
    ],
    // Names and numbers are not counted.
    length: (sentence) => {
      const count = [...sentence.matchAll(/\p{Script=Han}/gu)].length;
      if (count === 0) return 'has no Chinese';
      return count <= 40 ? undefined : `has ${count} characters`;
    },
    stop: '。',
  },
];

/** What is wrong with a text that stands on the page. */
function flaws(text: string, { wrong }: Manners): string[] {
  const always = [/undefined|null|NaN|\[object/, /\s{2}|^\s|\s$/, / [.,;:](?!\w)/, /[,;:]\./, /!|\bplease\b/i, /\*\*|`/];
  return [...always, ...wrong].filter((pattern) => pattern.test(plain(text))).map((pattern) => `matches ${pattern}`);
}

function sentenceFlaws(text: string, manners: Manners): string[] {
  const tooLong = manners.length(plain(text));
  return [
    ...flaws(text.replace(/`[^`]*`/g, '`code`'), manners),
    ...(rich(text)[0]?.mark === 'bold' ? [] : ['does not start bold']),
    ...(text.endsWith(manners.stop) ? [] : ['does not end with a full stop']),
    ...(tooLong ? [tooLong] : []),
  ];
}

type Check = (text: string, manners: Manners) => string[];

function report(texts: string[], wrong: Check, manners: Manners): string[] {
  return texts.flatMap((text) => wrong(text, manners).map((flaw) => `${text}: ${flaw}`));
}

/** All texts of the page, those that are made from values with values that show where they stand. */
function pageTexts(texts: object, span: string, name = ''): [name: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] => {
    const path = `${name}.${key}`;
    if (typeof text === 'string') return [[path, text]];
    if (typeof text !== 'function') return pageTexts(text as object, span, path);
    return samplesOf(path, span).map((values) => [path, String(text(...values))]);
  });
}

const whyNotSamples: Record<string, unknown[][]> = {
  reason: [
    { why: 'noSuchJob' },
    { why: 'noSuchPod' },
    { why: 'alreadySo' },
    { why: 'needsSync' },
    { why: 'queue' },
    { why: 'podNotDeleted', finished: true },
    { why: 'podNotDeleted', finished: false },
    { why: 'podHeld', finalizers: [] },
    { why: 'podHeld', finalizers: ['batch.kubernetes.io/job-tracking'] },
    { why: 'podTerminating', graceSeconds: 30 },
    { why: 'podNotFinished', phase: 'Running' },
    { why: 'podUnseen' },
    { why: 'podNotOwned' },
    { why: 'podSettled' },
    { why: 'podUncounted' },
  ].map((reason) => [reason, 'pi-x2k4q']),
  sync: [
    { state: 'ready', ahead: 0 },
    { state: 'ready', ahead: 2 },
    { state: 'processing' },
    { state: 'waiting', dueMs: 9_000, leftMs: 1_000, cause: 'backoff' },
    { state: 'notQueued', events: 0, held: false },
    { state: 'notQueued', events: 3, held: true },
  ].map((sync) => [sync, say]),
  unseen: [
    [{ jobEvents: 1, podEvents: 2, finishedPods: 0, held: false }],
    [{ jobEvents: 0, podEvents: 2, finishedPods: 2, held: true }],
  ],
};

/** Values for a text of the page: numbers where it does not say otherwise. */
function samplesOf(path: string, span: string): unknown[][] {
  const last = path.split('.').at(-1);
  if (path === '.timer') return [];
  if (['hold', 'release', 'holdStream', 'closedBecause'].includes(last ?? '')) return [['job'], ['pod']];
  if (last === 'fault') return [['createPod', 'internalError'], ['updateStatus', 'timeoutAfterEffect'], ['getJob', 'conflict']];
  if (path.startsWith('.page.whyNot.')) return whyNotSamples[last ?? ''] ?? [];
  if (last === 'requestOf') return [['createPod'], ['updateStatus']];
  if (['job', 'item', 'moreOn', 'mirrors', 'was', 'replay', 'isGone', 'close', 'remove'].includes(last ?? '')) return [['pi-x2k4q']];
  if (['actOn'].includes(last ?? '')) return [['pi-x2k4q', 'Failed']];
  if (['dueAt', 'since'].includes(last ?? '')) return [['00:12']];
  if (['age', 'expiry', 'retry', 'notReady'].includes(last ?? '')) return [[span, 3]];
  return [0, 1, 3, 12_345].map((value) => [value, value, value, value, value, value]);
}

for (const manners of languages) {
  const { words } = manners;
  const voice = sayAt(moment, words);
  const idle = sayAt({ startedAt }, words);

  test.describe(words.language, () => {
    test('every note has a sentence, and none is too long', () => {
      const sentences = allNotes.map((note) => sentence(note, words, voice));
      expect(report(sentences, sentenceFlaws, manners)).toEqual([]);
    });

    test('different reasons make different sentences', () => {
      for (const [id, samples] of Object.entries(notes)) {
        const texts = samples.map((note) => sentence(note as Note, words, voice));
        expect(new Set(texts).size, `${id}:\n${texts.join('\n')}`).toBe(samples.length);
      }
    });

    test('every action has a sentence, a short label and a kind', () => {
      for (const say of [voice, idle]) {
        expect(report(allActions.map((action) => actionSentence(action, words, say)), sentenceFlaws, manners)).toEqual([]);
        const labels = allActions.map((action) => actionLabel(action, words, say));
        expect(report(labels, flaws, manners)).toEqual([]);
        expect(labels.filter((label) => label === '' || label.length > 48 || /[*`]|[.。]$/.test(label))).toEqual([]);
      }
      for (const action of allActions) expect(stepTitle(action, words)).toMatch(/^[A-Z\p{Script=Han}]|^kubelet$/u);
    });

    test('inputs are named, filled in and say where they were read', () => {
      for (const note of allNotes) {
        for (const { name, value, from } of inputs(note, words, voice)) {
          expect(`${name} = ${value}`).not.toMatch(/undefined|NaN|\[object|^ |= $/);
          expect(words.ui.sources[from]).toBeTruthy();
        }
        expect(tone(note)).toBeTruthy();
        expect(upstream(note) ?? 'none').toMatch(/^\w+$/);
      }
    });

    test('names of inputs are unique and all are used', () => {
      const used = new Set(allNotes.flatMap((note) => inputs(note, words, voice).map(({ name }) => name)));
      expect(Object.values(words.ui.inputs).filter((name) => !used.has(name))).toEqual([]);
      expect(new Set(Object.values(words.ui.inputs)).size).toBe(Object.values(words.ui.inputs).length);
      expect(report(Object.values(words.ui.inputs), flaws, manners)).toEqual([]);
    });

    test('headlines of several notes keep to the same form', () => {
      const created = notes.podsWanted.flatMap((wanted) =>
        notes.activeWanted.map((because) => words.headline.podsWanted(wanted, because, true, voice)),
      );
      const ended = notes.finishDecided.map((because) => words.headline.jobFinished(notes.jobFinished[1]!, because, voice));
      expect(report([...created, ...ended], sentenceFlaws, manners)).toEqual([]);
    });

    test('the texts of the page are whole, and their sentences are not too long', () => {
      const ignored = /^\.(page\.marks|page\.gap\.(succeeded|failed)$|page\.(pod\.actTitles\.other|pod\.accounting\.running)$|page\.help\.keyList\.\d+\.0$)/;
      const wrong = pageTexts(words.ui, voice.span(10_000)).flatMap(([name, text]) => {
        if (ignored.test(name)) return [];
        const parts = plain(text).split(/(?<=[.。])\s*(?=\S{2})/);
        const tooLong = parts.map(manners.length).filter((flaw) => flaw !== undefined && flaw !== 'has no Chinese');
        return [...(text === '' ? ['is empty'] : []), ...flaws(text, manners), ...tooLong].map((flaw) => `${name}, ${text}: ${flaw}`);
      });
      expect(wrong).toEqual([]);
    });
  });
}

test('no text of the page is the same in both languages, but for names of the API', () => {
  const chinese = new Map(pageTexts(zhCN.ui, '10 s'));
  const same = pageTexts(en.ui, '10 s').filter(([name, text]) => chinese.get(name) === text);
  const names = /^(pod|Pods?|Job|Job pi-x2k4q|pi-x2k4q|Pending|Running|Succeeded|Failed|Unknown|iframe|⋯|← pi-x2k4q|[A-Z][a-z]+ [→←]|)$/;
  expect(same.filter(([name, text]) => !names.test(text) && !/keyList\.\d+\.0$/.test(name))).toEqual([]);
});

test('a step is summed up by its most telling note', () => {
  const [took, wanted, creates, created, compared, written] = [
    notes.workerTook[0],
    notes.activeWanted[5]!,
    { ...notes.podsWanted[0], count: 2, wanted: 2 },
    notes.podCreated[0],
    notes.statusCompared[2]!,
    notes.statusWritten[0],
  ];
  const creating: Note[] = [took, wanted, creates, created, created, compared, written];
  expect(summary(creating, en, say)).toBe(
    '**Created 2 pods**: 3 completions are still needed, `parallelism` allows 2, and none is active.',
  );
  expect(summary(creating.slice(0, 4), en, say)).toMatch(/^\*\*Create 2 pods\*\*/);
  expect(headline([...creating, notes.statusRefused[0]])).toBe(creating.length);
  expect(headline([...creating, notes.jobFinished[0], notes.statusWritten[1]!])).toBe(creating.length);
  expect(headline([took, notes.expectationsOwed[0], compared, written])).toBe(1);
  expect(headline([took, notes.expectationsOwed[0], notes.backoffPending[0], written])).toBe(2);
  expect(headline([took, notes.expectationsMet[1]!, notes.nothingToManage[0], notes.nothingToWrite[0]])).toBe(2);
  expect(headline([notes.delivered[0], notes.creationObserved[2]!, notes.delivered[0], notes.creationObserved[1]!])).toBe(3);
  expect(headline([])).toBe(-1);
  expect(summary([], en, say)).toBeUndefined();
});

test('the notes of real runs have words, too', () => {
  initSync({ module: readFileSync(new URL('../../www/pkg/whole/jobscope_bg.wasm', import.meta.url)) });
  for (const { spec, ending, interrupt } of runs) {
    const simulator = new Simulator({ plan: { default: { ending } } });
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'pi' }] } };
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'pi' }, spec: { template, ...spec } };
    simulator.createJob(JSON.stringify(job));
    for (let step = 0; step < 60; step++) {
      if (step === 12) interrupt.forEach((action) => simulator.act(action));
      const snapshot = simulator.forward('sync');
      const offered = [...snapshot.next.map(({ action }) => action), ...snapshot.pods.flatMap((pod) => pod.actions)];
      for (const manners of languages) {
        const { words } = manners;
        const voice = sayAt(snapshot, words);
        const sentences = snapshot.notes.map((note) => sentence(note, words, voice));
        sentences.push(summary(snapshot.notes, words, voice) ?? '');
        sentences.push(...offered.map((one) => actionSentence(one, words, voice)));
        expect(report(sentences, sentenceFlaws, manners)).toEqual([]);
        expect(report(offered.map((one) => actionLabel(one, words, voice)), flaws, manners)).toEqual([]);
        const values = snapshot.notes.flatMap((note) => inputs(note, words, voice).map(({ value }) => value));
        // Messages of the API server stand here as they are, in English.
        expect(report(values, flaws, { ...manners, wrong: [] })).toEqual([]);
      }
    }
    simulator.free();
  }
});

test('of a long refusal stays why, and how many reasons there are', () => {
  const template = `core.PodTemplateSpec{ObjectMeta:v1.ObjectMeta{Name:"${'long '.repeat(80)}"}, Spec:core.PodSpec{}}`;
  const causes = ['spec.template', 'spec.completions'].map((path) => ({
    reason: 'FieldValueInvalid' as const,
    path,
    message: `Invalid value: ${path === 'spec.template' ? template : 7}: field is immutable`,
  }));
  const message = `Job.batch "pi" is invalid: [${causes.map(({ path, message }) => `${path}: ${message}`).join(', ')}]`;
  const error = { reason: 'Invalid' as const, message, namespaceTerminating: false, fields: causes };
  const refused: Note = { id: 'requestRefused', requester: 'user', error };
  const short = 'spec.template: Invalid value: core.PodTemplateSpec{…}: field is immutable';
  expect(plain(sentence(refused, en, say))).toBe(`Refused the user’s request: 422 Invalid, ${short} and 1 more.`);
  expect(plain(sentence(refused, zhCN, say))).toBe(`拒绝了用户的请求：422 Invalid，${short}，另有 1 处。`);
  expect(inputs(refused, en, say)[1]?.value).toBe(
    `Job.batch "pi" is invalid: [${short}, spec.completions: Invalid value: 7: field is immutable]`,
  );
  expect(['', 'a {b} }c{', `{${'x'.repeat(90)}`, `a ${`{${'x'.repeat(90)}}`} b`].map(format.folded)).toEqual([
    '', 'a {b} }c{', `{${'x'.repeat(90)}`, 'a {…} b',
  ]);
});

test('marks are read into runs, and foreign text makes none', () => {
  expect(rich('**Wait 10 s** for `spec.suspend`, 2 * 3.')).toEqual([
    { text: 'Wait 10 s', mark: 'bold' },
    { text: ' for ' },
    { text: 'spec.suspend', mark: 'code' },
    { text: ', 2 * 3.' },
  ]);
  expect(rich('')).toEqual([]);
  expect(rich('open ** and ` stay')).toEqual([{ text: 'open ** and ` stay' }]);
  expect(rich(`${format.code('a `b` **c**')}.`)).toEqual([{ text: "a 'b' **c**", mark: 'code' }, { text: '.' }]);
});

test('times, spans, numbers and names', () => {
  const spans = [0, 1, 400, 10_000, 59_999, 60_000, 80_000, 61_250, 3_600_000, 3_661_000, 90_000_000, -5_000, -0.2];
  // A line does not break between a number and its unit.
  const joined = (text: string) => text.replace(/(?<=\d) (?=[a-z])/g, '\u00a0');
  expect(spans.map((ms) => format.span(ms, en.units))).toEqual([
    '0 s', '0.001 s', '0.4 s', '10 s', '59.999 s', '1 min', '1 min 20 s', '1 min 1.25 s', '1 h', '1 h 1 min 1 s',
    '1 d 1 h', '−5 s', '0 s',
  ].map(joined));
  expect([0, 12_000, 6_250, 3_605_000, 360_000_000, -1_000, 59_999.6].map(format.clock)).toEqual([
    '00:00', '00:12', '00:06.25', '1:00:05', '100:00:00', '−00:01', '01:00',
  ]);
  expect(format.at('2024-01-01T00:01:00.5Z', startedAt)).toBe('01:00.5');
  expect(format.at('soon', startedAt)).toBe('soon');
  expect([0, -3, 9_999, 10_000, 2_147_483_647].map((value) => format.number(value))).toEqual([
    '0', '−3', '9999', '10,000', '2,147,483,647',
  ]);
  expect(['default/pi', 'other/pi', 'pi', 'default/default/pi'].map(format.name)).toEqual([
    'pi', 'other/pi', 'pi', 'default/pi',
  ]);
  expect(format.middle('process-item-data-x7k2p', 16)).toBe('process-i…-x7k2p');
  expect(format.middle('pi-x7k2p', 16)).toBe('pi-x7k2p');
  expect(format.middle('abcdef', 1)).toBe('…');
  expect(format.firstWords(' a  b c ', 2)).toBe('a b …');
});

test('the language is the first of the wanted ones that there is', () => {
  expect(pick(['fr', 'en-GB'])).toBe('en');
  expect(pick([])).toBe('en');
  expect(pick(['zh-Hans-CN', 'en'])).toBe('zh-CN');
  expect(pick(['de', 'zh', 'en'])).toBe('zh-CN');
  expect(pick(['en-US', 'zh-CN'])).toBe('en');
});
