/** The page as a page: nothing that axe finds, nothing cut or overlapping, and what it does when the module fails. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, write } from './fixture.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A branch, a failed pod, a fault, a mistake: as many kinds of thing as fit on one screen. */
async function crowd(page: Page): Promise<void> {
  await page.getByTestId('step').click();
  await page.getByTestId('back').click();
  await page.getByTestId('parallelism-up').click();
  await expect(page.getByTestId('branch')).toBeVisible();
  await page.locator('[data-act=fail]').first().click();
  await page.getByTestId('fail-now').click();
  await page.getByTestId('arm').click();
  await page.getByTestId('break-job-watch').click();
  await write(page, 'kind: Job\nspec: [');
  await expect(page.getByTestId('mistakes')).toBeVisible();
}

// The narrow page is as high as its content: a control half under the bar that stays would count as too small.
for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 360, height: 4000 }]) {
    test(`axe finds nothing at ${viewport.width} px, ${colorScheme}`, async ({ page, open }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await open();
      const check = async (state: string) => {
        const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
        expect(found, state).toEqual([]);
      };
      await check('opening');
      await crowd(page);
      await check('crowded');
      await page.getByTestId('tab-status').click();
      await page.getByTestId('tab-outcomes').click();
      await check('status and outcomes');
      await page.getByTestId('tab-events').click();
      await page.getByTestId('help').click();
      await check('events and help');
    });
  }
}

for (const width of [320, 360, 800, 1100, 1440]) {
  test(`nothing is wider than a page of ${width} px, and every button is big enough`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 800 });
    await open();
    await crowd(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const boxes = await page.locator('button:visible, select:visible, input:visible').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, right, width, height } = button.getBoundingClientRect();
        return { text: button.getAttribute('aria-label') ?? button.textContent?.trim(), left, right, width, height };
      }),
    );
    expect(boxes.filter((box) => box.left < -0.5 || box.right > width + 0.5)).toEqual([]);
    expect(boxes.filter((box) => box.width < 24 || box.height < 24)).toEqual([]);
    // The transport is always there: nothing of it may lie over its neighbour.
    const parts = page.locator('jobscope-transport :is(button, select, [data-testid=position], [data-testid=time])');
    const places = await parts.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
    const over = places.flatMap((one, index) =>
      places
        .slice(index + 1)
        .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom),
    );
    expect(over).toEqual([]);
  });
}

test('the theme can be chosen, and is kept', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByTestId('theme').click();
  expect(await background()).not.toBe(light);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('without the module the page says so', async ({ page, complaints }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('could not start');
  complaints.splice(0);
});

test('when the module traps, the run can be replayed to the step before', async ({ page, open, complaints }) => {
  // The module works; its next move forward fails as a panic does.
  await page.addInitScript(() => {
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (source, imports) => {
      const { module, instance } = await instantiate(source, imports);
      const forward = instance.exports['simulator_forward'] as (...values: unknown[]) => unknown;
      const failing = (...values: unknown[]) => {
        if (!Reflect.get(window, 'failing')) return forward(...values);
        Reflect.set(window, 'failing', false);
        throw new WebAssembly.RuntimeError('unreachable');
      };
      return { module, instance: { exports: { ...instance.exports, simulator_forward: failing } } };
    };
  });
  await open();
  await page.getByTestId('profile').selectOption('1.27');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const before = await page.getByTestId('position').innerText();
  await page.evaluate(() => Reflect.set(window, 'failing', true));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('trouble')).toContainText('unreachable');
  await expect(page.getByTestId('position')).toHaveText(before);

  await page.getByTestId('replay').click();
  await expect(page.getByTestId('profile')).toHaveValue('1.27');
  await expect(page.getByTestId('trouble')).toHaveCount(0);
  await expect(page.getByTestId('position')).toHaveText(before);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('position')).not.toHaveText(before);
  complaints.splice(0);
});
