/** From the path of a field to its characters. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { placeOf, type Range, read } from '../../www/src/manifest.js';

const MANIFESTS = 'tests/golden/manifests';

function at(text: string, range: Range | undefined): string | undefined {
  return range && text.slice(range.from, range.to);
}

/** Every path of a value, of the list items by index. */
function* pathsOf(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (path !== '') yield [path, value];
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* pathsOf(item, `${path}[${index}]`);
  else if (value instanceof Object) {
    for (const [key, field] of Object.entries(value)) {
      const step = /[./[\]]/.test(key) ? `[${key}]` : path === '' ? key : `.${key}`;
      yield* pathsOf(field, path + step);
    }
  }
}

test('each field of each manifest is found, but for the namespace that kubectl adds', () => {
  for (const file of readdirSync(MANIFESTS)) {
    const text = readFileSync(`${MANIFESTS}/${file}`, 'utf8');
    const { manifest } = read(text, { noJob: '' });
    for (const [path, value] of pathsOf(manifest)) {
      const place = placeOf(text, path);
      if (!place && ['metadata', 'metadata.namespace'].includes(path)) continue;
      assert.ok(place, `${file}: ${path}`);
      const shown = at(text, place.value) ?? '';
      if (typeof value === 'boolean' || typeof value === 'number') assert.ok(shown.length > 0, `${file}: ${path}`);
      if (typeof value === 'string' && /^[a-z0-9]+$/.test(value) && !shown.startsWith('*')) {
        assert.equal(shown.replace(/["']/g, ''), value, `${file}: ${path}`);
      }
      const key = /[^.[\]]+$/.exec(path)?.[0];
      if (place.key && key) assert.equal(at(text, place.key)?.replace(/["']/g, ''), key, `${file}: ${path}`);
    }
  }
});

const JOB = `apiVersion: batch/v1
kind: Job
metadata:
  name: pi
  labels: &labels
    a.b/c: "é 😀"
    plain: one
spec:
  template:
    metadata:
      labels:
        <<: *labels
        plain: two
    spec: {containers: [{name: c, image: perl}, {name: d}]}
`;

const places: [path: string, key: string | undefined, value: string | undefined, line: number, column: number][] = [
  ['metadata.labels[a.b/c]', 'a.b/c', '"é 😀"', 6, 5],
  ['metadata.labels.plain', 'plain', 'one', 7, 5],
  ['spec.template.metadata.labels[a.b/c]', 'a.b/c', '"é 😀"', 6, 5],
  ['spec.template.metadata.labels.plain', 'plain', 'two', 13, 9],
  ['spec.template.spec.containers[0].image', 'image', 'perl', 14, 35],
  ['spec.template.spec.containers[1]', undefined, '{name: d}', 14, 49],
  ['spec.template.spec.containers.1.name', 'name', 'd', 14, 50],
];

for (const [path, key, value, line, column] of places) {
  test(`${path} has its characters`, () => {
    const place = placeOf(JOB, path);
    assert.deepEqual([at(JOB, place?.key), at(JOB, place?.value), place?.line, place?.column], [key, value, line, column]);
  });
}

test('for a field that is missing the nearest key around it is told, if that is asked for', () => {
  assert.equal(placeOf(JOB, 'spec.template.spec.restartPolicy'), undefined);
  const around = placeOf(JOB, 'spec.template.spec.restartPolicy', 'around');
  assert.deepEqual([around && at(JOB, around), around?.value, around?.line], ['spec', undefined, 14]);
  assert.equal(placeOf(JOB, 'status', 'around'), undefined);
});

test('the Job of a list, and of a later document, has its places', () => {
  const list = `kind: List\napiVersion: v1\nitems:\n- ${JOB.replaceAll('\n', '\n  ')}`;
  assert.equal(placeOf(list, 'metadata.name')?.line, 7);
  assert.equal(placeOf(list, 'spec.completions', 'around')?.line, 11);
  // The item is all that there is around.
  assert.equal(placeOf(list, 'status', 'around')?.line, 4);
  const later = `# first\r\nkind: Secret\r\napiVersion: v1\r\n---\r\n${JOB.replaceAll('\n', '\r\n')}`;
  assert.equal(placeOf(later, 'metadata.name')?.line, 8);
  const json = '{"kind": "Job", "apiVersion": "batch/v1",\n\t"metadata": {"name": "pi"}}';
  assert.deepEqual([placeOf(json, 'metadata.name')?.line, at(json, placeOf(json, 'metadata.name')?.value)], [2, '"pi"']);
});

test('what is wrong is marked where it is', () => {
  const mistakes: [text: string, message: string, marked: string][] = [
    ['a: b: c\n', 'error: error parsing manifest.yaml: error converting YAML to JSON: yaml: mapping values are not allowed in this context', ':'],
    ['kind: Job\nmetadata:\n\tname: pi\n', 'error: error parsing manifest.yaml: error converting YAML to JSON: yaml: line 3: found character that cannot start any token', '\t'],
    ['kind: Job\nspec:\n  image: "perl\n', 'error: error parsing manifest.yaml: error converting YAML to JSON: yaml: line 4: found unexpected end of stream', '"perl'],
    ['apiVersion: batch/v1\nkind: Job\nmetadata: {labels: {a: 1}}\n', 'error: unable to decode "manifest.yaml": json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string', 'a: 1'],
    ['apiVersion: batch/v1\nkind: 1\n', 'error: error validating "manifest.yaml": error validating data: kind isn\'t string type; if you choose to ignore these errors, turn validation off with --validate=false', 'kind: 1'],
    ['# nothing\n', 'error: no objects passed to create', ''],
    ['kind: Secret\napiVersion: v1\n', 'no Job', 'kind: Secret'],
  ];
  for (const [text, message, marked] of mistakes) {
    const { mistake } = read(text, { noJob: 'no Job' });
    assert.equal(mistake?.message, message);
    assert.equal(mistake?.place ? at(text, mistake.place) : '', marked, message);
  }
});
