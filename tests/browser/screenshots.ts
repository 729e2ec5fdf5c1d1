/**
 * Pictures of the page, in every scene, language, size and colour: `make screenshots`, which takes some minutes.
 * ARGS="-g 'opening|help'" takes some scenes, ARGS="-g zh-CN" one language, WIDTHS=1440,360 some sizes.
 */

import type { Page } from '@playwright/test';
import { test } from './fixture.ts';
import { scenes, type Scene } from './scenes.ts';

const widths = process.env['WIDTHS']?.split(',').map(Number);
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1100, height: 800 },
  { width: 800, height: 1000 },
  { width: 360, height: 740 },
  { width: 320, height: 640 },
].filter(({ width }) => !widths || widths.includes(width));

const schemes = ['light', 'dark'] as const;

/** Below this width there is more of the page than its columns show, and a picture of all of it is taken, too. */
const WHOLE_BELOW = 1100;

type Picture = (name: string) => Promise<void>;

async function open(page: Page, { before, unready, reach }: Scene, opened: () => Promise<Page>): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await before?.(page);
  if (unready) await page.goto('./');
  else await opened();
  await reach?.(page);
}

async function pictures(page: Page, scene: Scene, name: string, picture: Picture): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await scene.show?.(page);
      await painted(page);
      await picture(`${name}-${size.width}-${colorScheme}`);
    }
    if (size.width >= WHOLE_BELOW || scene.unready) continue;
    // The whole page, with the bars at its end: in a full-page picture they would stand in the middle.
    await page.emulateMedia({ colorScheme: 'light' });
    const height = await page.evaluate(() => {
      const columns = document.querySelector('jobscope-shell')!.shadowRoot!.querySelector('.columns')!;
      return document.documentElement.scrollHeight + columns.scrollHeight - columns.clientHeight;
    });
    await page.setViewportSize({ ...size, height });
    await painted(page);
    await picture(`${name}-${size.width}-whole`);
  }
}

/** The page draws itself anew at each size. */
function painted(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
}

for (const locale of ['en', 'zh-CN']) {
  test.describe(locale, () => {
    test.use({ locale });

    for (const [name, scene] of Object.entries(scenes)) {
      test(`${locale} ${name}`, async ({ page, open: opened, picture, complaints }) => {
        test.setTimeout(300_000);
        await open(page, scene, opened);
        await pictures(page, scene, `${name}-${locale}`, picture);
        // Scenes of failure make the browser complain.
        if (scene.before) complaints.splice(0);
      });
    }

    test(`${locale} print`, async ({ page, open: opened, picture }) => {
      await open(page, scenes['several']!, opened);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.setViewportSize({ width: 1060, height: 750 });
      await picture(`print-${locale}`, true);
    });

    test(`${locale} forced colours`, async ({ page, open: opened, picture }) => {
      await open(page, scenes['several']!, opened);
      await page.emulateMedia({ forcedColors: 'active' });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await picture(`forced-${locale}-${colorScheme}`);
      }
    });
  });
}
