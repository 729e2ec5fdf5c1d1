import { defineConfig, type Plugin } from 'vite';
import { fieldTable, scenarios } from './data.ts';

/** Templates keep their line breaks, which separate words, and lose the indentation behind them. */
const unindent: Plugin = {
  name: 'unindent',
  enforce: 'pre',
  transform: (code, id) => (/\/src\/(panels|parts|[\w-]+\.ts)/.test(id) ? code.replace(/\n[ \t]+/g, '\n') : undefined),
};

export default defineConfig({
  plugins: [unindent, scenarios, fieldTable],
  // Relative addresses: the page works from any sub-path.
  base: './',
  json: { namedExports: false },
  build: {
    target: 'es2022',
    // The module stays a file of its own, so that the browser compiles it while it loads.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the shell and the panels share is one file, not one for each set of sharers.
        codeSplitting: { groups: [{ name: 'shared', test: /\/lit|\/src\/((panel|pods|parts\/(bar|marked|pod|pod-card|shapes|condition|status-line)|i18n\/(format|gist|rich))\.ts|styles\/parts)/ }] },
      },
    },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1', port: 4173, strictPort: false },
});
