/** How long the page takes for a step of a large Job: from the key to the drawn frame. `make bench` prints it. */

import type { Page } from '@playwright/test';
import { expect, manifest, test, write } from './fixture.ts';

const STEPS = 50;

/** Milliseconds of each step: from the key press until the frame after it is painted. */
function timed(page: Page, steps: number): Promise<number[]> {
  return page.evaluate(async (steps) => {
    const painted = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
    const times: number[] = [];
    for (let step = 0; step < steps; step += 1) {
      await painted();
      const pressed = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      times.push((await painted()) - pressed);
    }
    return times;
  }, steps);
}

for (const pods of [10, 1_000, 10_000]) {
  test(`a step of a Job of ${pods} pods`, async ({ page, open }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open();
    const text = await manifest(page);
    await write(page, text.replace('spec:\n', `spec:\n  completions: ${pods}\n  parallelism: ${pods}\n`));
    await page.getByTestId('start-over').click();
    await page.getByTestId('tab-outcomes').click();
    await page.getByTestId('ending').selectOption('neverScheduled');
    await page.getByTestId('tab-spec').click();
    const exist = page.locator('[data-gap=exist] dd');
    await expect(async () => {
      await page.getByTestId('jump-1000').click();
      for (let steps = 0; steps < 3; steps += 1) await page.getByTestId('step').click();
      expect(parseInt((await exist.innerText()).replace(',', ''), 10)).toBeGreaterThanOrEqual(pods);
    }).toPass({ timeout: 240_000, intervals: [0] });
    // Pods that nobody has scheduled are run one by one: each step changes one of them.
    await page.getByTestId('tab-outcomes').click();
    await page.getByTestId('ending').selectOption('hang');
    await page.getByTestId('tab-spec').click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const times = (await timed(page, STEPS)).sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))]?.toFixed(1);
    console.log(`step shown, ${pods} pods: median ${at(0.5)} ms, nine of ten within ${at(0.9)} ms`);
  });
}
