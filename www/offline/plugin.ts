/** Builds the service worker with the list of what was built, and gives the pages their Content Security Policy. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = 'sw.js';
/** As Rolldown writes it: `shared-X7G4ead0.js`. */
const HASHED = /^element\/.*-[\w-]{8}\.\w+$/;
/** What no page loads: the scenarios' sources, which are there to be read, and the list that sizes are weighed by. */
const UNUSED = /^scenarios\/|^\.vite\/|^sw\.js$/;

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  // Browsers style what they put into an editable text.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const offline: Plugin = {
  name: 'offline',
  apply: 'build',

  buildStart() {
    this.emitFile({ type: 'chunk', id: fileURLToPath(new URL('worker.ts', import.meta.url)), fileName: WORKER });
  },

  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
      // Before anything that it rules.
      injectTo: 'head-prepend',
    },
  ],

  /** By then the files of `public` have been copied, too. */
  writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => !UNUSED.test(file))
      .sort();
    const bytes = (file: string) => readFileSync(join(dir, file));
    const pages = files.filter((file) => file.endsWith('.html'));
    const others = files.filter((file) => !pages.includes(file));
    const hash = createHash('sha256');
    for (const file of files) hash.update(`${file}\0`).update(bytes(file));
    const built = {
      version: hash.digest('hex').slice(0, 12),
      hashed: others.filter((file) => HASHED.test(file)),
      named: others.filter((file) => !HASHED.test(file)),
      pages: Object.fromEntries(pages.map((file) => [file, bytes(file).toString()])),
    };
    const worker = bytes(WORKER).toString();
    if (/\b(import|export)\b/.test(worker)) this.error(`${WORKER} must stand alone`);
    // As a function: what it returns has no special characters.
    writeFileSync(join(dir, WORKER), worker.replaceAll(/\bBUILT\b/g, () => JSON.stringify(built)));
  },
};
