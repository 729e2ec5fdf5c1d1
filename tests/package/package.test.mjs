/**
 * The npm package as its users have it: installed from its tarball into fresh projects.
 *
 *     node --test tests/package/package.test.mjs
 *
 * JOBSCOPE_PROJECTS is where the projects are made, CHROMIUM the browser.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const sources = fileURLToPath(new URL('./', import.meta.url));
const built = fileURLToPath(new URL('../../www/package/', import.meta.url));
const tools = fileURLToPath(new URL('../../www/node_modules/', import.meta.url));
const projects = process.env.JOBSCOPE_PROJECTS ?? fileURLToPath(new URL('../../target/package/', import.meta.url));
const tarball = readdirSync(built).find((file) => file.endsWith('.tgz'));
const require = createRequire(tools);

/** A tool of the page's, so that nothing is downloaded. @param {string} name */
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

/** @param {string} folder @param {string} command @param {string[]} options */
function run(folder, command, ...options) {
  try {
    return execFileSync(command, options, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (problem) {
    assert.fail(`${command} ${options.join(' ')}:\n${problem.stdout}${problem.stderr}`);
  }
}

/** @param {string} name */
function project(name) {
  const folder = join(projects, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(projects, { recursive: true });
  cpSync(join(sources, name), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', join(built, tarball ?? 'no tarball'));
  return folder;
}

/** @param {string} folder @param {string[]} options */
function checkTypes(folder, ...options) {
  run(folder, join(tools, '.bin/tsc'), '-p', folder, '--typeRoots', join(tools, '@types'), ...options);
}

test('the package has what its manifest says, and depends on nothing', () => {
  const folder = join(built, 'jobscope');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const cargo = readFileSync(new URL('../../Cargo.toml', import.meta.url), 'utf8');
  assert.match(cargo, new RegExp(`^version = "${manifest.version}"$`, 'm'));
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts']) assert.ok(!(kind in manifest), kind);
  const packed = run(built, 'tar', '-tzf', tarball ?? '').trim().split('\n').map((file) => file.replace('package/', './'));
  const targets = Object.values(manifest.exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
  for (const file of [...targets, './README.md', './LICENSE']) assert.ok(packed.includes(file), file);
  assert.match(readFileSync(join(folder, 'LICENSE'), 'utf8'), /Apache License\s+Version 2\.0/);
});

test('a project for Node.js: strict types, a Job to Complete, traces, errors', () => {
  const folder = project('node');
  const readme = readFileSync(join(folder, 'node_modules/jobscope/README.md'), 'utf8');
  const snippet = /<!-- tested: node -->\n```ts\n(.*?)```/s.exec(readme)?.[1];
  assert.ok(snippet, 'the README has a snippet for Node.js');
  writeFileSync(join(folder, 'readme.ts'), snippet);
  checkTypes(folder);
  run(folder, process.execPath, 'out/index.js');
  assert.match(run(folder, process.execPath, 'out/readme.js'), /pi +Complete +2\/2/);
  // The module alone needs no types of Node.js or of the DOM.
  writeFileSync(join(folder, 'bare.ts'), 'import init, { initSync, Simulator } from "jobscope";\nexport { init, initSync, Simulator };\n');
  const bare = ['--ignoreConfig', '--noEmit', '--strict', '--lib', 'ES2022', '--types', '', '--module', 'NodeNext', 'bare.ts'];
  run(folder, join(tools, '.bin/tsc'), ...bare);
});

test('a project of Vite: strict types, a page that runs a Job and shows the element', async (t) => {
  const folder = project('vite');
  checkTypes(folder);
  const { build, preview } = await load('vite');
  await build({ root: folder, configFile: false, logLevel: 'error', base: './', build: { target: 'es2022' } });
  const server = await preview({ root: folder, configFile: false, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
  t.after(() => server.close());
  const { chromium } = (await load('playwright-core')).default;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  t.after(() => browser.close());
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (problem) => complaints.push(String(problem)));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.locator('output', { hasText: /pi +Complete +1\/1/ }).waitFor();
  const element = page.locator('job-scope');
  await element.getByTestId('step').click();
  await page.locator('job-scope[title]').waitFor();
  assert.notEqual(await element.getAttribute('title'), '');
  assert.deepEqual(complaints, []);
});
