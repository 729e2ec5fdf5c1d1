import { defineConfig } from 'vite';
import { fieldTable, manifests } from './data.ts';

export default defineConfig({
  plugins: [manifests, fieldTable],
  // Relative addresses: the page works from any sub-path.
  base: './',
  json: { namedExports: false },
  build: {
    target: 'es2022',
    // The module stays a file of its own, so that the browser compiles it while it loads.
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1', port: 4173, strictPort: false },
});
