import { defineConfig, type Plugin } from 'vite';
import { fieldTable, scenarios } from './data.ts';
import { offline } from './offline/plugin.ts';

/** Templates keep their line breaks, which separate words, and lose the indentation behind them; styles lose both. */
const unindent: Plugin = {
  name: 'unindent',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/(panels|parts|element|[\w-]+\.ts)/.test(id)) return undefined;
    return code.replace(/\bcss`[^`]*`/g, packed).replace(/\n[ \t]+/g, '\n');
  },
};

function packed(styles: string): string {
  return styles
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}');
}

/**
 * The page announces what its script imports. Vite's own way would also announce what loads later, in the head of whatever
 * page that is.
 */
const announced: Plugin = {
  name: 'announced',
  enforce: 'pre',
  load: (id) => (HELPER.test(id) ? 'export const __vitePreload = (load) => load();' : undefined),
  transformIndexHtml: {
    order: 'post',
    handler: (_, { chunk }) =>
      (chunk?.imports ?? []).map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: `./${file}` }, injectTo: 'head' })),
  },
};

/** Through this everything that loads later is loaded. */
const HELPER = /vite\/preload-helper/;

/** What the first step needs on the page as in the element is one file, not one for each set of sharers. */
const shared = new RegExp(
  [
    '/lit',
    '/pkg/',
    '/src/(command|focus|keys|panel|player|pods|position|reason|run|run-view|session|session-state)\\.ts',
    '/src/panels/(cache|flight|gap|place|pods|queue|scrubber|transport|why)-panel',
    '/src/parts/(condition|marked|marks|pod|pod-acts|pod-card|shapes|styled)\\.ts',
    '/src/i18n/(format|gist|index|inputs|kinds|rich|story)\\.ts',
    '/src/styles/(board|parts|tokens)\\.css\\?inline',
  ].join('|'),
);

export default defineConfig({
  plugins: [unindent, scenarios, fieldTable, announced, offline],
  // Relative addresses: the page works from any sub-path.
  base: './',
  json: { namedExports: false },
  build: {
    target: 'es2022',
    // The module stays a file of its own, so that the browser compiles it while it loads.
    assetsInlineLimit: 0,
    modulePreload: false,
    // With the element in it, this folder is all that another page needs.
    assetsDir: 'element',
    // By it `make size` knows what the first step needs.
    manifest: true,
    rolldownOptions: {
      input: { index: 'index.html', embed: 'embed.html', 'job-scope': 'src/element/job-scope.ts' },
      output: {
        // The only name that other pages write.
        entryFileNames: ({ name }) => `element/${name === 'job-scope' ? name : `${name}-[hash]`}.js`,
        codeSplitting: { groups: [{ name: 'load', test: HELPER, priority: 1 }, { name: 'shared', test: shared }] },
      },
    },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1', port: 4173, strictPort: false },
});
