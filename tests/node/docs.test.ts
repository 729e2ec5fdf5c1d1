/**
 * The documents: those that are generated are as they would be generated now, and the others name what there is.
 *
 * UPDATE_DOCS=1 generates them anew.
 */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { initSync, Simulator, type TraceFile } from '../../www/pkg/jobscope.js';
import { apiPage } from './api-page.ts';
import { declarations, variants } from './declarations.ts';
import { notesPage } from './notes-page.ts';

const DOCS = 'www/docs';
/** The whole module in one file. */
const MODULE = 'www/pkg/whole/jobscope_bg.wasm';
const traces = readFileSync(join(DOCS, 'traces.md'), 'utf8');
const types = readFileSync('www/pkg/jobscope.d.ts', 'utf8');

for (const [file, page] of [['api.md', apiPage], ['notes.md', notesPage]] as const) {
  test(`${file} is up to date`, () => {
    const path = join(DOCS, file);
    const made = page(types);
    if (process.env['UPDATE_DOCS']) writeFileSync(path, made);
    assert.ok(existsSync(path) && readFileSync(path, 'utf8') === made, `${path} is stale: run \`UPDATE_DOCS=1 make test-node\``);
  });
}

test('the examples of traces can be played, and the newer one is written as it is read', () => {
  initSync({ module: readFileSync(MODULE) });
  const examples = [...traces.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']) => JSON.parse(text) as TraceFile);
  assert.deepEqual(examples.map(({ jobscope }) => jobscope), [2, 1]);
  const [newer, older] = examples.map((example) => Simulator.fromTrace(example));
  assert.deepEqual(newer?.exportTrace(), examples[0]);
  assert.deepEqual(newer?.snapshot().position, { step: 4, note: 1 });
  assert.equal(newer?.snapshot().notes.some(({ id }) => id === 'podCreateFailed'), true);
  assert.equal(older?.snapshot().elapsedMs, 60_000);
  for (const profile of Simulator.profiles()) assert.ok(traces.includes(`\`${profile}\``), profile);
});

for (const [name, heading] of [['Action', 'action'], ['PodAct', 'act']] as const) {
  test(`traces.md has every ${heading} with all its members`, () => {
    const all = declarations(types);
    const told = [...traces.matchAll(/^\| `(\w+)` \| (.*?) ?\|/gm)].map(([, word = '', members = '']) => [word, members] as const);
    const shapes = variants(all.find((declaration) => declaration.name === name)?.type ?? '')?.variants ?? [];
    assert.ok(shapes.length > 5);
    for (const { word, members, also } of shapes) {
      const own = [...members, ...(all.find((declaration) => declaration.name === also)?.members ?? [])];
      const wanted = own.map(({ name, optional }) => `\`${name}${optional ? '?' : ''}\``).sort();
      assert.ok(told.some(([one, list]) => one === word && String(list.split(', ').filter(Boolean).sort()) === String(wanted)), word);
    }
  });
}

test('links between documents lead to files and headings that there are', () => {
  for (const path of ['README.md', 'www/npm/README.md', ...readdirSync(DOCS).map((file) => join(DOCS, file))]) {
    const prose = readFileSync(path, 'utf8').replace(/^```[^]*?^```$|`[^`\n]*`/gm, '');
    for (const [, address = ''] of prose.matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)) {
      const [file = '', heading] = address.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      assert.ok(existsSync(target), `${path}: ${address}`);
      if (heading === undefined || !target.endsWith('.md')) continue;
      assert.ok(anchors(readFileSync(target, 'utf8')).includes(heading), `${path}: ${address}`);
    }
  }
});

function anchors(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id)];
}
