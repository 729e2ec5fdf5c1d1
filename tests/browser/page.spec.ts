/** The page as a page: nothing that axe finds, nothing cut or overlapping, and what it does when the module fails. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, manifest, ready, test, write } from './fixture.ts';

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

async function violations(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, state).toEqual([]);
}

/** More pods than cards are for, with one chosen and the list of all open. */
async function manyPods(page: Page): Promise<void> {
  const text = await manifest(page);
  await write(page, text.replace('spec:\n', 'spec:\n  completions: 70\n  parallelism: 70\n'));
  await page.getByTestId('start-over').click();
  await page.getByTestId('map').click({ position: { x: 8, y: 8 } });
  await page.getByTestId('pod-list-open').click();
  await expect(page.getByTestId('pod-list')).toBeVisible();
}

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const;

// The narrow pages are as high as their content: a control half under the bar that stays would count as too small.
for (const [name, look] of Object.entries(looks)) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 800, height: 3000 },
    { width: 360, height: 4500 },
  ]) {
    test(`axe finds nothing at ${viewport.width} px, ${name}`, async ({ page, open }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await page.emulateMedia(look);
      await open();
      await violations(page, 'opening');
      await manyPods(page);
      await violations(page, 'many pods');
      await page.reload();
      await ready(page);
      await crowd(page);
      await page.getByTestId('fork').click();
      await violations(page, 'crowded');
      await page.getByTestId('tab-status').click();
      await page.getByTestId('tab-outcomes').click();
      await page.getByTestId('add-exception').click();
      await violations(page, 'status and outcomes');
      await page.getByTestId('tab-events').click();
      await page.getByTestId('help').click();
      await expect(page.getByTestId('help-dialog')).toBeVisible();
      await violations(page, 'events and help');
    });
  }
}

for (const width of [320, 360, 800, 1100, 1440, 1920]) {
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

test('nothing moves where motion is not wanted', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  for (const key of ['ArrowRight', 'ArrowRight', 'Control+ArrowRight']) {
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
});

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
