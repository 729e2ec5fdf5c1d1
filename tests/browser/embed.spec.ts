/** The element in pages of other tools: it runs under their policies and styles, keeps to itself, and leaves them as they were. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

const hosts = {
  'a page written by hand': '/hosts/plain/',
  'a chapter of mdBook': '/hosts/mdbook/one-pod.html',
  'a page of VitePress': '/hosts/vitepress/',
};

/** What a page looks like where the element is not; sizes and places follow from these. */
async function looks(page: Page): Promise<unknown[]> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const shown = ['color', 'background', 'font', 'letterSpacing', 'textAlign', 'border', 'padding', 'margin', 'display', 'cursor'] as const;
    const others = [...document.querySelectorAll('html, body, main, h1, h2, p, a, code, em, strong, button, table, td, nav, header')];
    return others
      .filter((one) => !one.closest('job-scope'))
      .map((one) => [one.tagName, ...shown.map((name) => getComputedStyle(one)[name])]);
  });
}

const first = (page: Page) => page.locator('job-scope').first();

for (const [name, address] of Object.entries(hosts)) {
  test(`${name} shows a run, which can be stepped through`, async ({ page, server }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    const element = first(page);
    await expect(element.getByTestId('position').locator('strong')).toContainText('3.7');
    await expect(element.getByTestId('why')).toContainText('Want 1 active pod');
    await element.getByTestId('step').click();
    await expect(element.getByTestId('position').locator('strong')).toContainText('3.16');
    await expect(element.getByTestId('pod')).toHaveCount(1);
    await element.getByTestId('back').click();
    await expect(element.getByTestId('pod')).toHaveCount(0);
    // Its own files and nothing else, and no address of the page has changed.
    const { origin } = new URL(server.url);
    expect(asked.filter((url) => !url.startsWith('data:') && new URL(url).origin !== origin)).toEqual([]);
    expect(page.url()).toBe(origin + address);
    expect(await page.evaluate(() => [history.length, Object.keys(localStorage).filter((key) => key.startsWith('jobscope'))])).toEqual([2, []]);
  });

  test(`${name} looks as it does without the element`, async ({ page }) => {
    await page.route('**/job-scope.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(address);
    await expect(page.locator('main h1').last()).toBeVisible();
    const before = await looks(page);
    await page.unroute('**/job-scope.js');
    await page.reload();
    await expect(first(page).getByTestId('step')).toBeVisible();
    expect(await looks(page)).toEqual(before);
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
  });

  test(`${name} is shown at 320 px without anything cut`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(address);
    await expect(first(page).getByTestId('step')).toBeVisible();
    const { left, right } = await first(page).evaluate((element) => element.getBoundingClientRect());
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
  });
}

test('a manifest that stands in a page is run, without what could change it', async ({ page }) => {
  for (const address of ['/hosts/mdbook/one-pod.html', '/hosts/vitepress/']) {
    await page.goto(address);
    const element = page.locator('job-scope[readonly]');
    await element.scrollIntoViewIfNeeded();
    await expect(element.getByTestId('pod')).toHaveCount(2);
    await expect(element.getByTestId('stored-job')).toContainText('Job squares');
    await expect(element.getByTestId('edit')).toHaveCount(0);
    await expect(element.locator('[data-act], [data-testid^=hold], [data-testid=fork]')).toHaveCount(0);
    await element.getByTestId('step').click();
    await element.getByTestId('back').click();
    await expect(element.getByTestId('pod')).toHaveCount(2);
  }
});

test('rules for everything in a page do not reach the element', async ({ page }) => {
  await page.goto('/hosts/plain/hostile.html');
  const step = first(page).getByTestId('step');
  await expect(step).toBeVisible();
  const inside = await first(page).getByTestId('why').evaluate((why) => {
    const { color, fontSize, fontStyle, letterSpacing, textAlign, textTransform, textShadow, direction, whiteSpace, cursor } =
      getComputedStyle(why);
    return { color, fontSize, fontStyle, letterSpacing, textAlign, textTransform, textShadow, direction, whiteSpace, cursor };
  });
  expect(inside).toEqual({
    color: 'rgb(27, 30, 37)',
    fontSize: '17px',
    fontStyle: 'normal',
    letterSpacing: 'normal',
    textAlign: 'start',
    textTransform: 'none',
    textShadow: 'none',
    direction: 'ltr',
    whiteSpace: 'normal',
    cursor: 'auto',
  });
  const button = await step.evaluate((button) => button.getBoundingClientRect().width);
  expect(button).toBeLessThan(120);
  expect(await step.evaluate((button) => getComputedStyle(button).borderStyle)).toBe('solid');
});

test('keys that turn the pages of a book do so only outside of the element', async ({ page }) => {
  await page.goto('/hosts/mdbook/one-pod.html');
  const element = first(page);
  await element.getByTestId('step').focus();
  await page.keyboard.press('ArrowRight');
  await expect(element.getByTestId('position').locator('strong')).toContainText('3.16');
  await element.getByTestId('scrubber').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(element.getByTestId('position').locator('strong')).toContainText('2.');
  await element.getByTestId('edit').click();
  await expect(element.locator('.cm-content')).toBeVisible();
  await element.locator('.cm-content').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('# e');
  await expect(element.locator('.cm-line').first()).toContainText('# e');
  expect(page.url()).toMatch(/one-pod/);
  await page.locator('main h1').click();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/another/);
});

test('the element comes and goes with the pages of a site that replaces them', async ({ page }) => {
  await page.goto('/hosts/vitepress/');
  await first(page).getByTestId('step').click();
  await expect(first(page).getByTestId('pod')).toHaveCount(1);
  await page.getByRole('link', { name: 'Another page' }).first().click();
  await expect(page.locator('h1')).toContainText('Another page');
  await expect(page.locator('job-scope')).toHaveCount(0);
  await page.goBack();
  // Vue keeps the very element, which goes on where it was.
  await expect(first(page).getByTestId('position').locator('strong')).toContainText('3.16');
  await first(page).getByTestId('back').click();
  await expect(first(page).getByTestId('pod')).toHaveCount(0);
});

test('the element is light or dark as what is around it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/hosts/vitepress/');
  const frame = first(page).locator('jobscope-frame');
  await expect(frame).toHaveAttribute('data-theme', 'light');
  // Before its scripts are there, the switch does nothing.
  await page.waitForLoadState('networkidle');
  await page.locator('.VPSwitchAppearance:visible').first().click();
  await expect(frame).toHaveAttribute('data-theme', 'dark');

  await page.goto('/hosts/mdbook/one-pod.html');
  await expect(frame).toHaveAttribute('data-theme', 'light');
  await page.locator('#mdbook-theme-toggle, #theme-toggle').click();
  await page.locator('#mdbook-theme-navy, #navy').click();
  await expect(frame).toHaveAttribute('data-theme', 'dark');
});

test('a page that fades into the dark takes the element along', async ({ page }) => {
  await page.goto('/hosts/plain/');
  const frame = first(page).locator('jobscope-frame');
  await expect(frame).toHaveAttribute('data-theme', 'light');
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => {
      document.body.classList.add('slow');
      document.body.classList.toggle('night', theme === 'dark');
    }, theme);
    await expect(frame).toHaveAttribute('data-theme', theme);
  }
});

test('a frame shows what its address says, and tells its height', async ({ page }) => {
  await page.goto('/hosts/plain/iframe.html');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByTestId('position').locator('strong')).toContainText('3.7');
  await expect(frame.locator('jobscope-frame')).toHaveAttribute('data-theme', 'dark');
  await expect(frame.locator('.board')).toHaveCount(0);
  const inner = () => frame.locator('html').evaluate((html) => [html.scrollHeight, innerHeight]);
  await expect(async () => {
    const [needed = 0, given = 0] = await inner();
    expect(needed).toBeLessThanOrEqual(given);
    expect(given).toBeGreaterThan(200);
  }).toPass();
  const before = await page.locator('iframe').getAttribute('height');
  await frame.locator('summary').click();
  await expect(page.locator('iframe')).not.toHaveAttribute('height', before!);
});

test('a frame with a broken link says what is wrong with it', async ({ page }) => {
  await page.goto('/jobscope/embed.html#s=no-such-scenario/7.2');
  await expect(page.getByRole('alert')).toContainText('There is no scenario “no-such-scenario”');
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await page.goto('/jobscope/embed.html#j1:AAAA');
  await expect(page.getByRole('alert')).toContainText('cut off');
});

test.describe('to a reader of Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a frame speaks Chinese, and runs the version of its link', async ({ page }) => {
    await page.goto('/jobscope/embed.html#s=first-job/7.2&profile=1.33');
    const element = page.locator('job-scope');
    await expect(element.getByTestId('step')).toContainText('前进');
    await expect(element.getByTestId('position').locator('strong')).toContainText('7.2');
    const link = await element.evaluate((element) => (Reflect.get(element, 'share') as () => Promise<string>).call(element));
    expect(link).toContain('profile=1.33');
  });
});
