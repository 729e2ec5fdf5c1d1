/** The page as a page: nothing that axe finds, nothing cut or overlapping, and what it does when the module fails. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, fail, failOnDemand, manifest, test, write } from './fixture.ts';

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

async function violations(page: Page, state: string, look: keyof typeof looks): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (look === 'light' ? axe.withTags(tags) : axe.withRules('color-contrast')).analyze();
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

/** All but the light one differ in colours only. */
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const;

// The narrow pages are as high as their content: a control half under the bar that stays would count as too small.
for (const [name, look] of Object.entries(looks) as [keyof typeof looks, (typeof looks)[keyof typeof looks]][]) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 800, height: 4500 },
    { width: 360, height: 5200 },
  ]) {
    test(`axe finds nothing at ${viewport.width} px, ${name}`, async ({ page, open }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia(look);
      await open();
      await violations(page, 'opening', name);
      await manyPods(page);
      await violations(page, 'many pods', name);
    });

    test(`axe finds nothing on a crowded page of ${viewport.width} px, ${name}`, async ({ page, open }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia(look);
      await open();
      await crowd(page);
      await page.getByTestId('fork').click();
      await violations(page, 'crowded', name);
      await page.getByTestId('tab-status').click();
      await page.getByTestId('tab-outcomes').click();
      await page.getByTestId('add-exception').click();
      await violations(page, 'status and outcomes', name);
      await page.getByTestId('tab-events').click();
      await page.getByTestId('help').click();
      await expect(page.getByTestId('help-dialog')).toBeVisible();
      await violations(page, 'events and help', name);
    });

    test(`axe finds nothing in a walk, the menu and sharing at ${viewport.width} px, ${name}`, async ({ page, open }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia(look);
      await open();
      await page.getByTestId('suspend').click();
      await page.getByTestId('walk-toggle').click();
      await page.getByTestId('scenarios').click();
      await expect(page.getByTestId('scenario-list').getByRole('listitem').first()).toBeVisible();
      await violations(page, 'walk and scenarios', name);
      await page.getByTestId('scenarios-close').click();
      await page.evaluate(() => (location.hash = '#s=first-job/900.1'));
      await expect(page.getByTestId('return')).toBeVisible();
      await page.getByTestId('share').click();
      await expect(page.getByTestId('share-length')).not.toBeEmpty();
      await violations(page, 'a broken link and sharing', name);
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

for (const width of [720, 800, 1099, 1100, 1440]) {
  test(`on a page of ${width} px the reasons and the bars stay beside whatever one has scrolled to`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 800 });
    await open();
    await page.getByTestId('delete-job').scrollIntoViewIfNeeded();
    await expect(page.getByTestId('delete-job')).toBeInViewport();
    await expect(page.getByTestId('why')).toBeInViewport();
    await expect(page.getByTestId('step')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800);
  });
}

test('with little room the bars are as high at every step', async ({ page, open }) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await open();
  const heights = new Set<number | undefined>();
  for (const key of ['Home', ...Array<string>(12).fill('ArrowRight'), 'f', ...Array<string>(6).fill('Control+ArrowRight')]) {
    await page.keyboard.press(key);
    heights.add((await page.locator('footer').boundingBox())?.height);
  }
  expect(heights.size).toBe(1);
});

test('a low page scrolls as a whole', async ({ page, open }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open();
  await page.getByTestId('delete-job').scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(page.getByTestId('delete-job')).toBeInViewport();
});

test('nothing moves where motion is not wanted', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  for (const key of ['ArrowRight', 'ArrowRight', 'Control+ArrowRight']) {
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
});

test('with little room, what cannot happen now is still there and says why', async ({ page, open }) => {
  await page.setViewportSize({ width: 800, height: 1000 });
  await open();
  await page.getByTestId('off-processJob').focus();
  await expect(page.getByTestId('next-tip')).toContainText('nothing is in the work queue');
});

test('on paper the page is light, and has nothing to press', async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await open();
  await page.getByTestId('parallelism-up').click();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByTestId('theme').click();
  expect(await background()).not.toBe(light);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 1060, height: 750 });
  expect(await background()).toBe(light);
  await expect(page.getByTestId('why')).toBeVisible();
  await expect(page.getByTestId('pod')).toBeVisible();
  const pressed = await page.locator('button:visible').evaluateAll((buttons) => buttons.map(({ role, dataset }) => role ?? dataset['testid']));
  expect(pressed).toEqual(['tab', 'tab']);
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
  await expect(page.getByRole('alert')).toContainText('Check the connection');
  await page.unroute('**/*.wasm');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByTestId('position')).toBeVisible();
  complaints.splice(0);
});

test('whoever waits long for the module is told so, in the language of the page', async ({ page, browser, server }) => {
  await page.clock.install();
  await page.route('**/*.wasm', () => {});
  await page.goto('./');
  await expect(page.getByText('Loading the simulator')).toBeVisible();
  await page.clock.fastForward(8_000);
  await expect(page.getByText('Still loading')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.getByText('Loading the simulator')).toHaveCount(0);

  const context = await browser.newContext({ locale: 'zh-CN', baseURL: server.url });
  const other = await context.newPage();
  await other.route('**/*.wasm', (route) => route.abort());
  await other.goto('./');
  await expect(other.getByRole('alert')).toContainText('请检查网络连接');
  await context.close();
});

test('a browser without WebAssembly is told what is missing', async ({ page, complaints }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('needs a browser with WebAssembly');
  complaints.splice(0);
});

test('while the rest of the module is missing a run goes on, and what needs it says so and tries again', async ({
  page,
  open,
  complaints,
}) => {
  await page.route('**/jobscope_later-*.wasm', (route) => route.abort());
  await open();
  const position = page.getByTestId('position');
  const before = await position.innerText();
  await page.keyboard.press('ArrowRight');
  await expect(position).not.toHaveText(before);
  await page.getByTestId('profile').selectOption('1.27');
  await expect(page.getByTestId('trouble')).toContainText('did not load');
  await write(page, 'kind: Job');
  await expect(page.getByTestId('mistakes')).toContainText('could not be loaded');

  await page.unroute('**/jobscope_later-*.wasm');
  await write(page, 'kind: Job\n---');
  await expect(page.getByTestId('mistakes')).toContainText('apiVersion');
  await page.keyboard.press('Escape');
  await page.getByTestId('profile').selectOption('1.33');
  await expect(page.getByTestId('trouble')).toHaveCount(0);
  await expect(page.getByTestId('profile')).toHaveValue('1.33');
  complaints.splice(0);
});

test('when the module traps, the run can be replayed to the step before', async ({ page, open, complaints }) => {
  await failOnDemand(page);
  await open();
  // Absent too while its panel has not loaded.
  await expect(page.getByTestId('own-writes')).toBeVisible();
  await page.getByTestId('profile').selectOption('1.27');
  await expect(page.getByTestId('own-writes')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const before = await page.getByTestId('position').innerText();
  await fail(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('trouble')).toContainText('unreachable');
  await expect(page.getByTestId('position')).toHaveText(before);
  // What acts on the run waits; whoever tries it is led to what can be done.
  for (const id of ['step', 'play', 'next-1', 'jump-1000', 'arm', 'parallelism-up', 'apply']) {
    await expect(page.getByTestId(id)).toBeDisabled();
  }
  for (const id of ['start-over', 'tab-status', 'help', 'scenarios']) await expect(page.getByTestId(id)).toBeEnabled();
  const replay = page.getByTestId('replay');
  await page.keyboard.press('ArrowRight');
  await expect(replay).toBeFocused();
  await expect(replay).toHaveAccessibleDescription(/simulator failed/);
  await page.getByTestId('help').focus();
  await page.getByTestId('play').dispatchEvent('click');
  await expect(replay).toBeFocused();
  await expect(page.getByTestId('play')).toHaveAttribute('aria-pressed', 'false');

  await replay.click();
  await expect(page.getByTestId('step')).toBeFocused();
  await expect(page.getByTestId('step')).toBeEnabled();
  await expect(page.getByTestId('profile')).toHaveValue('1.27');
  await expect(page.getByTestId('trouble')).toHaveCount(0);
  await expect(page.getByTestId('position')).toHaveText(before);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('position')).not.toHaveText(before);
  complaints.splice(0);
});

test('after a trap every branch comes back, also of a run so long that its trace was taken on the way', async ({
  page,
  open,
  complaints,
}) => {
  await failOnDemand(page);
  await open();
  const position = page.getByTestId('position');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  await page.getByTestId('parallelism-up').click();
  await page.keyboard.press('Escape');
  // There and back: more moves than are remembered one by one.
  for (let moves = 0; moves < 34; moves += 1) {
    for (const key of ['ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  }
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('suspend').click();
  await page.keyboard.press('Escape');
  const branch = page.getByTestId('branch');
  const ends: string[] = [];
  for (const number of ['0', '1', '2']) {
    await branch.selectOption(number);
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    ends.push(await position.innerText());
  }
  await fail(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('trouble')).toContainText('unreachable');
  // What is shared then is the last trace that was taken.
  await page.getByTestId('share').click();
  await expect(page.getByTestId('share-link')).toHaveValue(/#j1:/);
  await page.getByTestId('share-close').click();

  await page.getByTestId('replay').click();
  await expect(branch.locator('option')).toHaveCount(3);
  await expect(branch).toHaveValue('2');
  await expect(position).toHaveText(ends[2] ?? '');
  for (const number of ['0', '1', '2']) {
    await branch.selectOption(number);
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await expect(position).toHaveText(ends[Number(number)] ?? '');
  }
  complaints.splice(0);
});
