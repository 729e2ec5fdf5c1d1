/** What the editor makes of the text: the field at the cursor, what could be typed there, form fields, marks. */

import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, Text } from '@codemirror/state';
import { yaml } from '@codemirror/lang-yaml';
import { expect, test } from '@playwright/test';
import { brief, shortened } from '../../www/data.ts';
import { keyAt, slotAt } from '../../www/src/editor/cursor.js';
import { fieldAt } from '../../www/src/editor/field-table.js';
import { rangeOf, type Spot } from '../../www/src/editor/marks.js';
import { readSpec, setSpecField } from '../../www/src/editor/spec-fields.js';

/** A state of the text without `|`, and where that stood. */
function at(marked: string): [EditorState, number] {
  const pos = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [yaml()] });
  ensureSyntaxTree(state, state.doc.length, 5000);
  // A state shows the tree that it began with, which on a busy machine is not whole; the next one shows all of it.
  return [state.update({}).state, pos];
}

const pod = 'spec:\n  template:\n    spec:\n      containers:\n      - name: pi\n        image: perl\n        ';

for (const [text, path] of [
  ['ki|nd: Job', 'kind'],
  ['spec:\n  backoffLimit: 4|', 'spec.backoffLimit'],
  ['spec:\n  # backoff|Limit: 4\n', undefined],
  [`${pod}args: []|`, 'spec.template.spec.containers.[].args'],
  ['spec:\n  - a: 1\n    b:\n    - c: 2|', 'spec.[].b.[].c'],
  ['metadata:\n  labels: {app: x|, tier: y}\n', 'metadata.labels.app'],
  ['a:\n- {b: [{c|: 1}]}', 'a.[].b.[].c'],
  ['"a b":\n  \'c\': |1', 'a b.c'],
  ['a: |-\n  b: c\n'.replace('|-', '>-').replace('b: c', 'b: |c'), undefined],
] as const) {
  test(`the field at the cursor in ${JSON.stringify(text)}`, () => {
    expect(keyAt(...at(text))?.path.join('.')).toBe(path);
  });
}

for (const [text, kind, path, siblings] of [
  ['kind: Job\n|', 'key', '', ['kind']],
  ['spec:\n  par|\n  suspend: true\nstatus: {}', 'key', 'spec', ['suspend']],
  [`${pod}|`, 'key', 'spec.template.spec.containers.[]', ['image', 'name']],
  ['spec:\n  containers:\n  - na|\n  - image: x\n', 'key', 'spec.containers.[]', []],
  ['spec:\n  containers:\n  - name: x\n  |', 'key', 'spec', ['containers']],
  ['spec:\n  completionMode: I|', 'value', 'spec.completionMode', []],
  ['spec: {suspend: true, par|}', 'key', 'spec', ['par', 'suspend']],
  ['spec: {completionMode: |}', 'value', 'spec.completionMode', []],
] as const) {
  test(`what may be typed in ${JSON.stringify(text)}`, () => {
    const slot = slotAt(...at(text));
    expect(slot && { ...slot, path: slot.path.join('.'), siblings: [...slot.siblings].sort() }).toMatchObject({
      kind,
      path,
      siblings,
    });
  });
}

for (const text of ['spec:\n  # par|', 'args: [par|]', 'a: b c|', 'a: >\n  b|']) {
  test(`nothing may be typed in ${JSON.stringify(text)}`, () => {
    expect(slotAt(...at(text))).toBeUndefined();
  });
}

/** What a manifest must have beside its spec, in braces and without. */
const head = 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n';
const inBraces = '"apiVersion": "batch/v1", "metadata": {"name": "a"}, ';

function whole(text: string): string {
  return text.startsWith('{') ? text.replace('kind:', `${inBraces}kind:`) : head + text;
}

function edited(spec: string, field: string, value: string): string | undefined {
  const text = whole(spec);
  const change = setSpecField(text, field, value);
  return change && text.slice(0, change.from) + change.insert + text.slice(change.to);
}

for (const [what, before, field, value, after] of [
  ['a value', 'spec:\n  suspend:  true # why\n', 'suspend', 'false', 'spec:\n  suspend:  false # why\n'],
  ['a missing value', 'spec:\n  suspend:\n  a: 1\n', 'suspend', 'true', 'spec:\n  suspend: true\n  a: 1\n'],
  ['a missing value with a comment', 'spec:\n  suspend: # c\n', 'suspend', 'true', 'spec:\n  suspend: true # c\n'],
  ['a null', 'spec: {a: ~, b: 1}', 'a', '2', 'spec: {a: 2, b: 1}'],
  ['an anchored value', 'spec:\n  a: &n 3\n  b: *n\n', 'a', '4', 'spec:\n  a: &n 4\n  b: *n\n'],
  ['a block', 'spec:\n  a:\n    b: 1\n  c: 2\n', 'a', '4', 'spec:\n  a:\n    4\n  c: 2\n'],
  ['a new field', 'spec: # s\n    # t\n    template: {}\n', 'a', '1', 'spec: # s\n    a: 1\n    # t\n    template: {}\n'],
  ['a new field of an empty spec', 'spec:\n# end', 'a', '1', 'spec:\n  a: 1\n# end'],
  ['a spec', 'x: 1', 'a', '1', 'x: 1\nspec:\n  a: 1'],
  ['a spec before a comment', 'x: 1\n\n# end\n', 'a', '1', 'x: 1\nspec:\n  a: 1\n\n# end\n'],
  ['a Job that comes second', 'x: 1\n---\n' + 'spec: {}', 'a', '1', undefined],
  ['a field in braces', 'spec: {b: 2}', 'a', '1', 'spec: {a: 1, b: 2}'],
  ['a field in empty braces', 'spec: {}', 'a', '1', 'spec: {a: 1}'],
  ['a spec in braces', '{kind: Job}', 'a', '1', '{spec: {a: 1}, kind: Job}'],
  ['no field', 'spec:\n  a: 1\n  b: 2\n  # c\n', 'b', '', 'spec:\n  a: 1\n  # c\n'],
  ['no last field', 'spec:\n  a: 1\n  b: 2', 'b', '', 'spec:\n  a: 1'],
  ['no field, its comment left', 'spec:\n  a: 1 # why\n  b: 2', 'a', '', 'spec:\n  # why\n  b: 2'],
  ['no field in braces', 'spec: {a: 1, b: 2}', 'a', '', 'spec: {b: 2}'],
  ['no last field in braces', 'spec: {a: 1, b: 2}', 'b', '', 'spec: {a: 1}'],
  ['nothing, without the field', 'spec:\n  a: 1', 'b', '', undefined],
  ['nothing, in bad YAML', 'spec: [', 'b', '1', undefined],
  ['nothing, where the spec is a list', 'spec: [1]', 'b', '1', undefined],
] as const) {
  test(`a form field writes ${what}`, () => {
    expect(edited(before, field, value)).toBe(after && whole(after));
  });
}

test('form fields read what the spec says', () => {
  expect([...(readSpec(head + 'spec:\n  a: 010\n  b: yes\n  c: "x"\n  d:\n  e: {}') ?? [])]).toEqual([
    ['a', '8'],
    ['b', 'true'],
    ['c', 'x'],
  ]);
  expect(readSpec('a: [')).toBeUndefined();
});

test('a mark covers the characters of its place, and of a block the first line', () => {
  const doc = Text.of(['a: 1', 'block:   ', '  b: 2', '']);
  const place = { line: 1, column: 1 };
  const range = (spot: Partial<Spot>) => rangeOf(doc, { ...place, ...spot });
  expect(range({ from: 0, to: 1 })).toEqual({ from: 0, to: 1 });
  expect(range({ column: 4 })).toEqual({ from: 3, to: 4 });
  expect(range({ from: 5, to: 21 })).toEqual({ from: 5, to: 11 });
  expect(range({ line: 2 })).toEqual({ from: 5, to: 11 });
  expect(range({ line: 99, column: 99 })).toEqual({ from: 22, to: 22 });
  expect(range({ from: 999, to: 1000 })).toEqual({ from: 22, to: 22 });
  expect(range({ from: 4, to: 4 })).toEqual({ from: 3, to: 4 });
});

test('help says a sentence or two and the default', () => {
  expect(brief('One, e.g. this. Two. Three. Defaults to 6. Four.')).toBe('One, e.g. this. Two. Defaults to 6.');
  const long = `One ${'and '.repeat(40)}so on.`;
  expect(brief(`${long} Two. Three, the default. Four.`)).toBe(`${long} Three, the default.`);
  expect(brief(long)).toBe(long);
  const table = { Job: { status: { type: 'JobStatus', description: 'Read. Me. Now.' } }, JobStatus: {} };
  expect(shortened(table).Job?.['status']).toEqual({ type: 'JobStatus', description: 'Read. Me.' });
});

test('the table tells what a field is', () => {
  const table = { Job: { kind: { type: 'string', description: 'What it is.' } } };
  expect(fieldAt(table, ['kind'])).toMatchObject({ brief: 'What it is.', shape: 'value', values: ['Job'] });
  expect(fieldAt(table, ['constructor'])).toBeUndefined();
  expect(fieldAt(table, ['kind', 'more'])).toBeUndefined();
});
