/**
 * Makes the npm package from what was built: the folder www/package/jobscope, and its tarball beside it.
 *
 *     node www/npm/make.mjs
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What wasm-bindgen made, and the whole module in one file. */
const BOUND = join(root, 'www/pkg');
const MODULE = join(BOUND, 'whole/jobscope_bg.wasm');
/** The element and everything that it loads. */
const ELEMENT = join(root, 'www/dist/element');
const ENTRY = 'job-scope.js';
const SOURCES = join(root, 'www/npm');
const OUTPUT = join(root, 'www/package');
const FOLDER = join(OUTPUT, 'jobscope');

need(MODULE, 'make module');
need(join(ELEMENT, ENTRY), 'make page');

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'element'), { recursive: true });
copyFileSync(join(BOUND, 'jobscope.js'), join(FOLDER, 'jobscope.js'));
copyFileSync(MODULE, join(FOLDER, 'jobscope_bg.wasm'));
for (const file of ['README.md', 'LICENSE', 'element.d.ts']) copyFileSync(join(SOURCES, file), join(FOLDER, file));
for (const file of closure(ENTRY)) copyFileSync(join(ELEMENT, file), join(FOLDER, 'element', file));
writeFileSync(join(FOLDER, 'jobscope.d.ts'), types());
writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);

// What npm packs is what `files` says, so the list is read from the tarball.
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', OUTPUT], { cwd: FOLDER, encoding: 'utf8' }),
);
const kib = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
console.log(`www/package/${packed.filename}: ${packed.entryCount} files, ${kib(packed.size)}, unpacked ${kib(packed.unpackedSize)}`);

/** @param {string} file @param {string} command */
function need(file, command) {
  if (existsSync(file)) return;
  console.error(`${file} is missing: run \`${command}\` first`);
  process.exit(1);
}

function manifest() {
  const { name, ...rest } = JSON.parse(readFileSync(join(SOURCES, 'package.json'), 'utf8'));
  const version = /^version = "(.*)"$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))?.[1];
  if (version === undefined) throw new Error('Cargo.toml has no version');
  return { name, version, ...rest };
}

/**
 * The types, without those of wasm-bindgen's inner parts, which name types that a project for Node does not have.
 * `using` needs a library of its own.
 */
function types() {
  const made = readFileSync(join(BOUND, 'jobscope.d.ts'), 'utf8');
  const inner = made.indexOf('export function start(): void;');
  if (inner < 0) throw new Error('jobscope.d.ts has another order than before');
  const own = made.slice(0, inner).replace(/^\/\* \w+lint[-:].*\n/gm, '').trimStart();
  return `/// <reference lib="esnext.disposable" />\n\n${own}${readFileSync(join(SOURCES, 'init.d.ts'), 'utf8')}`;
}

/** A built file, and those that it or they name: the folder also holds what only the page loads. @param {string} entry */
function closure(entry) {
  const all = new Set(readdirSync(ELEMENT));
  const found = new Set([entry]);
  for (const file of found) {
    if (!file.endsWith('.js')) continue;
    for (const [, name = ''] of readFileSync(join(ELEMENT, file), 'utf8').matchAll(/["'`](?:\.\/)?([\w.-]+\.\w+)["'`]/g)) {
      if (all.has(name)) found.add(name);
    }
  }
  return found;
}
