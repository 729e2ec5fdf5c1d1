/**
 * Prints what the built page weighs, compressed, beside its budgets; fails where a limit is passed.
 *
 *     node build/size.mjs
 *
 * What a first step needs is found by Vite's manifest: what the page imports, without what it imports later.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** @typedef {{ file: string, css?: string[], imports?: string[] }} Chunk */
/** @typedef {{ name: string, files: string[], target?: number, limit?: number }} Part */
/** @typedef {{ raw: number, gzip: number, brotli: number }} Weight */

const KIB = 1024;
const root = join(import.meta.dirname, '../dist');
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8'));

const shell = ['index.html', ...closure('index.html')];
const words = heaviest(['src/i18n/en.ts', 'src/i18n/zh-CN.ts'], shell);
const editor = chunks(['src/editor/setup.ts', 'src/answers.ts', 'src/fields.json']);

const first = part('module, first part', [chunk('pkg/jobscope_bg.wasm').file], 110, 170);
const glueAndShell = part('glue and shell', shell, 30, 45);
// The page shows words in one language: they count on their own, not as shell.
const language = part('words of one language', words);
const FIRST_STEP = [first, glueAndShell, language];

/** What an element on somebody else's page needs until its first step is seen. */
const element = chunks(['src/element/job-scope.ts', 'src/element/live.ts', 'virtual:scenario/first-job']);
const elementWords = heaviest(['src/i18n/en/first.ts', 'src/i18n/zh-CN/first.ts'], element);
const EMBED = part('embed to its first step', [...first.files, ...element, ...elementWords], 140, 200);

const LATER = [
  part('module, the rest', [chunk('pkg/jobscope_later.wasm').file]),
  part('editor and reader of manifests', without(editor, shell), 150, 170),
  part('panels', without(chunks(Object.keys(manifest).filter((key) => /^src\/(later|panels\/)/.test(key))), [...shell, ...editor])),
];

let isTooHeavy = false;
print('first step', FIRST_STEP);
print('element', [EMBED]);
print('later', LATER);
process.exitCode = isTooHeavy ? 1 : 0;

/** @param {string} source */
function chunk(source) {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`the page was built without ${source}`);
  return chunk;
}

/** The files of a chunk and of all that it imports at once. @param {string} source @returns {string[]} */
function closure(source, seen = new Set()) {
  if (seen.has(source)) return [];
  seen.add(source);
  const { file, css = [], imports = [] } = chunk(source);
  return [...new Set([file, ...css, ...imports.flatMap((source) => closure(source, seen))])];
}

/** @param {string[]} sources */
function chunks(sources) {
  return [...new Set(sources.flatMap((source) => closure(source)))];
}

/** @param {string[]} files @param {string[]} others */
function without(files, others) {
  return files.filter((file) => !others.includes(file));
}

/** @param {string[]} sources @param {string[]} loaded */
function heaviest(sources, loaded) {
  const files = sources.map((source) => without(closure(source), loaded));
  return files.reduce((one, other) => (weigh(other).gzip > weigh(one).gzip ? other : one));
}

/** @param {string} name @param {string[]} files @param {number} [target] @param {number} [limit] @returns {Part} */
function part(name, files, target, limit) {
  return { name, files, ...(target !== undefined && { target }), ...(limit !== undefined && { limit }) };
}

/** Each file is sent on its own, and so compressed on its own. @param {string[]} files @returns {Weight} */
function weigh(files) {
  const contents = files.map((file) => readFileSync(join(root, file)));
  const sum = (/** @type {(content: Buffer) => number} */ size) => contents.reduce((sum, content) => sum + size(content), 0);
  return {
    raw: sum((content) => content.length),
    gzip: sum((content) => gzipSync(content, { level: 9 }).length),
    brotli: sum((content) => brotliCompressSync(content).length),
  };
}

/** @param {string} title @param {Part[]} parts */
function print(title, parts) {
  row(title, 'raw', 'gzip', 'brotli', 'target', 'limit');
  for (const { name, files, target, limit } of parts) {
    const weight = weigh(files);
    const passed = limit !== undefined && weight.gzip > limit * KIB;
    isTooHeavy ||= passed;
    row(`  ${name}`, ...shown(weight), target, limit, passed ? 'TOO HEAVY' : '');
    if (files.length > 1) for (const file of files) row(`    ${file.replace(/^assets\//, '')}`, ...shown(weigh([file])));
  }
  row('  together', ...shown(weigh(parts.flatMap(({ files }) => files))));
  console.log();
}

/** In KiB. @param {Weight} weight */
function shown({ raw, gzip, brotli }) {
  return [raw, gzip, brotli].map((bytes) => (bytes / KIB).toFixed(1));
}

/** @param {string} name @param {unknown[]} columns */
function row(name, ...columns) {
  const cells = columns.map((cell) => String(cell ?? '').padStart(8));
  console.log(`${name.padEnd(40)}${cells.join('')}`.trimEnd());
}
