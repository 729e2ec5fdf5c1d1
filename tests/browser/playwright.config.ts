import { defineConfig } from '@playwright/test';

export default defineConfig({
  outputDir: 'output/failed',
  forbidOnly: !!process.env['CI'],
  fullyParallel: true,
  workers: 2,
  reporter: [['list'], ['./reporter.ts']],
  use: {
    trace: 'off',
    // It would answer in the place of the tests' server.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      // The machine's own browser: none is downloaded.
      executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
      ],
    },
  },
  projects: [
    { name: 'tests', testMatch: '*.spec.ts' },
    { name: 'screenshots', testMatch: 'screenshots.ts' },
    { name: 'bench', testMatch: ['bench.ts', 'bench-module.ts'] },
  ],
});
