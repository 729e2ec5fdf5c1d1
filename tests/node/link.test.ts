/** Links: what is written is read again, and what is broken is said and never thrown. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { TraceFile } from '../../www/pkg/jobscope.js';
import { readLink, writeLink, type Linked, type Settings } from '../../www/src/link.js';
import { ACTIONS_MAX, runFile } from '../../www/src/link/run-file.js';
import { LAST_NOTE, positionOf } from '../../www/src/position.js';

const TEXT = 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: "算 π 😀"}\n';

const trace: TraceFile = {
  jobscope: 2,
  profile: '1.33',
  plan: { default: { ending: { kind: 'fail', exitCode: 3 } } },
  branches: [
    { forkedAt: 0, actions: [{ action: 'createJob', job: { metadata: { name: 'pi' }, spec: {} } }] },
    { parent: 0, forkedAt: 1, actions: [{ action: 'deliver', kind: 'job', count: 1 }, { action: 'processJob' }] },
  ],
  branch: 1,
  position: { step: 3, note: 2 },
};
const run = runFile(trace, { text: TEXT, edited: `${TEXT}# mine`, scenario: 'first-job', names: { 1: '另一条' } });
const settings: Settings = { lang: 'zh-CN', why: 'status', pod: 'default/pi-x2k4q' };

async function written(): Promise<string> {
  return writeLink({ run, settings });
}

function problemOf(linked: Linked): string {
  return linked.kind === 'broken' ? linked.problem.key : linked.kind;
}

function nearestText(linked: Linked): string | undefined {
  return linked.kind === 'broken' && linked.nearest?.kind === 'run' ? linked.nearest.opening.text : undefined;
}

function linkOf(content: unknown): string {
  const json = typeof content === 'string' ? content : JSON.stringify(content);
  return `j1:${deflateSync(json).toString('base64url')}`;
}

test('a run comes back from its link as it was', async () => {
  const link = await written();
  assert.match(link, /^j1:[\w-]+&lang=zh-CN&why=status&pod=default\/pi-x2k4q$/);
  for (const fragment of [link, `#${link}`]) {
    const linked = await readLink(fragment);
    assert.ok(linked.kind === 'run');
    assert.deepEqual(linked.settings, settings);
    assert.deepEqual(linked.opening, {
      text: TEXT,
      edited: `${TEXT}# mine`,
      scenario: 'first-job',
      names: new Map([[1, '另一条']]),
      trace,
    });
  }
});

test('a run that is a scenario has a link that can be read', async () => {
  const position = { step: 7, note: 2 };
  const of = (scenario: { name: string; position?: typeof position }) => writeLink({ run, scenario, settings: {} });
  assert.equal(await of({ name: 'backoff-limit', position }), 's=backoff-limit/7.2');
  assert.equal(await of({ name: 'backoff-limit', position: { step: 7, note: LAST_NOTE } }), 's=backoff-limit/7');
  assert.equal(await of({ name: 'backoff-limit' }), 's=backoff-limit');
});

const readable: [fragment: string, linked: Linked][] = [
  ['', { kind: 'none' }],
  ['#', { kind: 'none' }],
  ['#s=a', { kind: 'scenario', name: 'a', settings: {} }],
  ['#s=a/7', { kind: 'scenario', name: 'a', position: { step: 7, note: LAST_NOTE }, settings: {} }],
  ['#s=a/7.2&', { kind: 'scenario', name: 'a', position: { step: 7, note: 2 }, settings: {} }],
  // What a later version may say is passed over.
  ['#s=a&size=note&colour=red', { kind: 'scenario', name: 'a', settings: { size: 'note' } }],
  ['#s=a%20b&profile=1.33&view=board', { kind: 'scenario', name: 'a b', settings: { profile: '1.33', view: 'board' } }],
];

for (const [fragment, linked] of readable) {
  test(`"${fragment}" is read`, async () => assert.deepEqual(await readLink(fragment), linked));
}

const place = { key: 'place', detail: 'seven' } as const;

const broken: [fragment: string, key: string, detail: string, nearest?: string][] = [
  ['#pods', 'form', 'pods'],
  ['#j1', 'form', 'j1'],
  ['#j9:abc', 'later', '9'],
  ['#j1:', 'damaged', ''],
  ['#j1:a', 'damaged', ''],
  ['#j1:abcd', 'damaged', ''],
  ['#j1:%20', 'character', '%'],
  ['#s=a/seven', place.key, place.detail, 'scenario'],
  ['#s=a/1.2.3', 'place', '1.2.3', 'scenario'],
  ['#s=a&why', 'setting', 'why', 'scenario'],
  [linkOf('{'), 'content', ''],
  [linkOf('[]'), 'content', '{…}'],
  [linkOf({ text: TEXT }), 'content', 'jobscope', 'run'],
  [linkOf({ text: TEXT, ...trace, jobscope: 3 }), 'later', '3', 'run'],
  [linkOf({ text: TEXT, ...trace, branches: 1 }), 'content', 'branches', 'run'],
  [linkOf({ text: TEXT, ...trace, edited: 1 }), 'content', 'edited', 'run'],
  [linkOf({ text: TEXT, ...trace, names: [] }), 'content', 'names', 'run'],
  [linkOf({ text: TEXT, ...trace, branches: [{ actions: Array(ACTIONS_MAX + 1).fill(0) }] }), 'tooLong', String(ACTIONS_MAX + 1), 'run'],
  [linkOf({ text: TEXT, ...trace, filling: 'a'.repeat(6_000_000) }), 'tooBig', '', 'run'],
];

for (const [fragment, key, detail, nearest] of broken) {
  test(`"${fragment.slice(0, 30)}" is broken: ${key} ${detail}`, async () => {
    const linked = await readLink(fragment);
    assert.ok(linked.kind === 'broken');
    assert.equal(linked.problem.key, key);
    if (detail !== '') assert.equal(linked.problem.detail, detail);
    assert.equal(linked.nearest?.kind, nearest);
    if (nearest === 'run') assert.equal(nearestText(linked), TEXT);
  });
}

test('a link in a sentence opens in spite of what follows it', async () => {
  const linked = await readLink(`${linkOf(run)}).`);
  assert.equal(problemOf(linked), 'character');
  assert.ok(linked.kind === 'broken' && linked.nearest?.kind === 'run');
  assert.deepEqual(linked.nearest.opening.trace, trace);
});

test('of a link that was cut off the manifest is kept, if it had come that far', async () => {
  const link = linkOf(run);
  const linked = await readLink(link.slice(0, -30));
  assert.equal(problemOf(linked), 'damaged');
  assert.equal(nearestText(linked), TEXT);
  assert.equal(nearestText(await readLink(link.slice(0, 20))), undefined);
});

test('a trace alone has what was created as its manifest', async () => {
  const linked = await readLink(linkOf(trace));
  assert.ok(linked.kind === 'run');
  assert.deepEqual(JSON.parse(linked.opening.text), {
    apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'pi' }, spec: {},
  });
  const { branches: [first], branch: _, ...rest } = trace;
  const old = { ...rest, jobscope: 1, actions: first?.actions };
  const opened = await readLink(linkOf(old));
  assert.ok(opened.kind === 'run');
  assert.deepEqual(opened.opening.trace, old);
});

test('links that were cut or changed anywhere never throw, never hang, and never open another run', async () => {
  const link = await written();
  const alphabet = 'ABCXYZabcxyz0189-_&=%:/#.';
  let seed = 1;
  const chance = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let attempt = 0; attempt < 2000; attempt += 1) {
    const at = chance(link.length);
    const other = alphabet.charAt(chance(alphabet.length));
    const changed = [
      link.slice(0, at),
      link.slice(at),
      link.slice(0, at) + other + link.slice(at + 1),
      link.slice(0, at) + other + link.slice(at),
    ][chance(4)] as string;
    const linked = await readLink(changed);
    if (linked.kind === 'run') assert.deepEqual(linked.opening.trace, trace, changed);
  }
});

test('places are as 7 or 7.2', () => {
  assert.deepEqual(positionOf('12.30'), { step: 12, note: 30 });
  assert.deepEqual(positionOf('12'), { step: 12, note: LAST_NOTE });
  for (const wrong of ['', '.', '7.', '.2', '-1', '1e3', '7,2', '99999999999']) assert.equal(positionOf(wrong), undefined);
});
