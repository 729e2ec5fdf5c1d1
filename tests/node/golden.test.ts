/** The page's reader beside what a real kubectl made of the same texts. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { create, type Created } from '../../www/src/manifest/create.js';
import { parse, write } from '../../www/src/manifest/json.js';

interface Answer {
  stderr: string;
}

interface Record {
  id: string;
  /** Of the manifests only. */
  file?: string;
  input: { text?: string };
  kubectl?: Answer;
  'kubectl create'?: Answer;
  'kubectl apply'?: Answer;
  documents?: { text: string }[];
}

/** Texts that few write, and manifests with random slips, beside what kubectl 1.32.4 says and sends. */
interface Slip {
  text: string;
  stderr: string;
  sent: string[];
}

const SLIPS = 'tests/golden/manifests';
const GOLDEN = process.env['JOBSCOPE_GOLDEN'] ?? 'tests/golden/api';

/** The words come from the server, or say that it broke off. */
const ANSWER = /^(The |Error from server|Warning: |error: error when creating)/;

for (const family of ['create-manifests', 'create-hand', 'create-random']) {
  const path = join(GOLDEN, `${family}.jsonl.gz`);
  test(`${family}: kubectl sends and refuses the same`, { skip: !existsSync(path) }, () => {
    for (const line of lines(path)) check(JSON.parse(line) as Record);
  });
}

for (const file of ['oddities.jsonl', 'mutated.jsonl.gz']) {
  test(`${file}: kubectl sends and refuses the same`, () => {
    for (const line of lines(join(SLIPS, file))) {
      const { text, stderr, sent } = JSON.parse(line) as Slip;
      const made = create('manifest.yaml', text);
      assert.equal(made.stderr, stderr, text);
      assert.deepEqual(sentBy(made), sent, text);
    }
  });
}

function lines(path: string): string[] {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trimEnd().split('\n');
}

function sentBy({ steps }: Created): string[] {
  return steps.flatMap((step) => ('text' in step ? [step.text] : []));
}

function check({ id, file = 'manifest.yaml', input: { text }, documents, ...record }: Record): void {
  // A body that is no text is for the server only.
  if (text === undefined) return;
  const told = (record.kubectl ?? record['kubectl create'])?.stderr ?? '';
  const made = create(file, text);
  assert.equal(made.stderr, ANSWER.test(told) ? '' : told, id);
  const applied = record['kubectl apply']?.stderr;
  if (applied !== undefined) {
    assert.equal(create(file, text, 'apply').stderr, ANSWER.test(applied) ? '' : applied, id);
  }
  if (!documents) return;
  assert.deepEqual(sentBy(made), documents.map(({ text }) => sameForm(text)), id);
}

/** The records hold the bodies with other white space. */
function sameForm(text: string): string {
  return write(parse(text)?.value ?? null);
}
