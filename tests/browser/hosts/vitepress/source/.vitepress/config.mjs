// A site with elements in a page. Built by VitePress 1.6.4: `vitepress build`, then `output` moved to ../site.
import { defineConfig } from 'vitepress';

export default defineConfig({
  title: 'Jobs by example',
  base: '/hosts/vitepress/',
  outDir: './output',
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['script', { type: 'module', src: '/jobscope/element/job-scope.js' }],
  ],
  // Vue leaves the element to the browser.
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'job-scope' } } },
  themeConfig: { sidebar: [{ text: 'Jobs', items: [{ text: 'One pod', link: '/' }, { text: 'Another page', link: '/another' }] }] },
});
