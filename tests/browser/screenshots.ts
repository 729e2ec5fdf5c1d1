import type { Page } from '@playwright/test';
import { manifest, test, write } from './fixture.ts';

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 800, height: 1000 },
  { width: 360, height: 740 },
];

/** States worth a picture, each reached by the page's own controls. */
const states: Record<string, (page: Page) => Promise<void>> = {
  opening: async () => {},

  sync: async (page) => {
    await page.getByTestId('size').selectOption('note');
    for (let note = 0; note < 6; note += 1) await page.getByTestId('back').click();
  },

  held: async (page) => {
    await page.getByTestId('break-pod-watch').click();
    await page.getByTestId('parallelism-up').click();
    await page.keyboard.press('Control+ArrowRight');
    await page.getByTestId('jump-1000').click();
    await page.keyboard.press('Shift+ArrowRight');
  },

  behind: async (page) => {
    await page.getByTestId('break-pod-watch').click();
    await page.getByTestId('suspend').click();
    for (let moves = 0; moves < 2; moves += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.getByTestId('own-writes').scrollIntoViewIfNeeded();
  },

  oldest: async (page) => {
    await page.getByTestId('profile').selectOption('1.19');
    await page.keyboard.press('Escape');
    await page.locator('[data-act=fail]').first().click();
    await page.getByTestId('fail-now').click();
    for (let moves = 0; moves < 3; moves += 1) await page.keyboard.press('Shift+ArrowRight');
  },

  several: async (page) => {
    const text = await manifest(page);
    await write(page, text.replace('spec:\n', 'spec:\n  completions: 8\n  parallelism: 5\n  completionMode: Indexed\n'));
    await page.getByTestId('start-over').click();
    for (let moves = 0; moves < 3; moves += 1) await page.keyboard.press('Control+ArrowRight');
    await page.locator('[data-act=fail]').first().click();
    await page.getByTestId('fail-now').click();
    await page.locator('[data-act=succeed]').first().click();
    await page.locator('[data-act=delete]').nth(3).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
  },

  failed: async (page) => {
    await page.getByTestId('tab-outcomes').click();
    await page.getByTestId('ending').selectOption('fail');
    await page.keyboard.press('Escape');
    for (let moves = 0; moves < 60; moves += 1) await page.keyboard.press('Control+ArrowRight');
    await page.getByTestId('tab-status').click();
  },

  mistake: async (page) => {
    const text = await manifest(page);
    await write(page, text.replace('image: perl', 'image: python').replace('backoffLimit: 4', 'backoffLimit: -4'));
    await page.getByTestId('apply').click();
  },

  many: async (page) => {
    const text = await manifest(page);
    await write(page, text.replace('spec:\n', 'spec:\n  completions: 400\n  parallelism: 150\n'));
    await page.getByTestId('start-over').click();
    for (let moves = 0; moves < 3; moves += 1) await page.keyboard.press('Control+ArrowRight');
    await page.getByTestId('map').click({ position: { x: 40, y: 40 } });
  },

  thousands: async (page) => {
    const text = await manifest(page);
    await write(page, text.replace('spec:\n', 'spec:\n  completions: 5000\n  parallelism: 3000\n'));
    await page.getByTestId('start-over').click();
    for (let moves = 0; moves < 8; moves += 1) await page.getByTestId('jump-1000').click();
  },

  deleted: async (page) => {
    await page.keyboard.press('Control+ArrowRight');
    await page.getByLabel('What happens to its pods').selectOption('orphan');
    await page.getByTestId('delete-job').click();
    for (let moves = 0; moves < 4; moves += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.getByTestId('fault').selectOption('patchPod internalError');
    await page.getByTestId('arm').click();
    await page.getByTestId('crash-later').click();
    for (let moves = 0; moves < 2; moves += 1) await page.keyboard.press('ArrowLeft');
    await page.getByTestId('jump-10000').click();
    await page.locator('[data-act=fail]').first().click();
  },

  help: async (page) => {
    await page.getByTestId('help').click();
  },
};

for (const viewport of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [state, reach] of Object.entries(states)) {
      const name = `${viewport.width}-${state}-${colorScheme}`;

      test(name, async ({ page, open, picture }) => {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await open();
        await reach(page);
        await picture(name);
        if (viewport.width >= 1100) return;
        // The whole page, with the bars at its end: in a full-page picture they would stand in the middle.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...viewport, height });
        await picture(`${name}-whole`);
      });
    }
  }
}
