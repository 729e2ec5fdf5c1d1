/** Several elements on a page, elements that come and go, and how one is read, heard and steered. */

import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const MANY = `
  <job-scope id="one" scenario="first-job" step="3.7"></job-scope>
  <job-scope id="two" scenario="first-job" step="3.16"></job-scope>
  <job-scope id="three" scenario="first-job" step="2.1" view="why"></job-scope>`;

async function show(page: Page, html: string): Promise<void> {
  await page.goto('/hosts/plain/empty.html');
  await page.evaluate((html) => document.querySelector('main')!.insertAdjacentHTML('beforeend', html), html);
}

/** A box of this width in which the element stands, whatever the width of the page is. */
async function boxed(page: Page, width: number, attributes = ''): Promise<Locator> {
  await show(page, `<div id="box"><job-scope scenario="first-job" step="3.16" ${attributes}></job-scope></div>`);
  await page.evaluate((width) => {
    const box = document.querySelector<HTMLElement>('#box')!;
    box.style.width = `${width}px`;
    document.querySelector('main')!.style.maxWidth = 'none';
  }, width);
  const element = page.locator('job-scope');
  await expect(element.getByTestId('ask-noNewPod').or(element.locator('[data-view=board]'))).toBeVisible();
  return element;
}

const position = (element: Locator) => element.getByTestId('position').locator('strong');

test('several elements are several worlds of one module', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url().replace(/.*\//, '')));
  await show(page, MANY);
  const [one, two, three] = ['#one', '#two', '#three'].map((id) => page.locator(id)) as [Locator, Locator, Locator];
  for (const element of [one, two, three]) await element.scrollIntoViewIfNeeded();
  await expect(position(three)).toContainText('2.1');
  await one.getByTestId('step').click();
  await one.getByTestId('step').click();
  await expect(position(one)).toContainText('4.');
  await expect(position(two)).toContainText('3.16');
  await expect(position(three)).toContainText('2.1');
  for (const element of [one, two, three]) await expect(element.locator('[aria-live]')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  const files = loaded.filter((name) => /\.(js|wasm)$/.test(name));
  expect(files.length).toBe(new Set(files).size);
});

test('an element that comes back stands where it was', async ({ page }) => {
  await show(page, MANY);
  const one = page.locator('#one');
  await one.locator('[data-testid=step]').click();
  await one.locator('[data-act=fail]').first().click();
  await one.getByTestId('fail-now').click();
  await expect(one.getByTestId('pod')).toContainText('Failed');
  const place = await position(one).textContent();
  // Moved, it does not even notice.
  await page.evaluate(() => document.querySelector('main')!.append(document.querySelector('#one')!));
  expect(await position(one).textContent()).toBe(place);
  const session = () =>
    page.evaluate(() => {
      const element = Reflect.get(window, 'kept') as Element;
      return Reflect.get(element.shadowRoot!.querySelector('jobscope-frame')!, 'session') !== undefined;
    });
  await page.evaluate(() => {
    const element = document.querySelector('#one')!;
    Reflect.set(window, 'kept', element);
    element.remove();
  });
  // What it had of the module's memory is given back.
  await expect.poll(session).toBe(false);
  await page.evaluate(() => document.querySelector('h1')!.after(Reflect.get(window, 'kept') as Element));
  await expect(position(one)).toHaveText(place!);
  await expect(one.getByTestId('pod')).toContainText('Failed');
  await one.getByTestId('step').click();
  await expect(position(one)).not.toHaveText(place!);
});

test('an element that is asked for another place while it is off the page comes back there', async ({ page }) => {
  await show(page, MANY);
  await expect(position(page.locator('#one'))).toContainText('3.7');
  await page.evaluate(async () => {
    const element = document.querySelector('#one')!;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    element.setAttribute('step', '2.1');
    document.querySelector('h1')!.after(element);
  });
  await expect(position(page.locator('#one'))).toContainText('2.1');
});

test('keys work inside of an element, and there only', async ({ page }) => {
  await show(page, MANY);
  const [one, two] = [page.locator('#one'), page.locator('#two')];
  await expect(position(two)).toContainText('3.16');
  await page.keyboard.press('ArrowRight');
  await expect(position(one)).toContainText('3.7');
  // Edit, the link, to the start, back, step.
  for (let times = 0; times < 5; times++) await page.keyboard.press('Tab');
  await expect(one.getByTestId('step')).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(position(one)).toContainText('3.16');
  await page.keyboard.press(',');
  await expect(position(one)).not.toContainText('3.16');
  await page.keyboard.press('Home');
  await expect(position(one)).toContainText('0.0');
  await page.keyboard.press('End');
  await expect(position(one)).toContainText('3.16');
  await expect(position(two)).toContainText('3.16');
  await page.keyboard.press('e');
  await expect(one.getByTestId('manifest').last()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(position(one)).toContainText('3.16');
  await page.keyboard.press('Escape');
  await expect(one.getByTestId('manifest').last()).not.toBeFocused();
});

test('the wheel scrolls the page, not the element', async ({ page }) => {
  await show(page, `${MANY}<div class="space"></div>`);
  await expect(position(page.locator('#one'))).toContainText('3.7');
  await page.locator('#one').getByTestId('why').hover();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
});

for (const width of [320, 480, 640, 800, 1200]) {
  for (const view of ['all', 'board', 'why']) {
    test(`nothing is cut or too small in an element of ${width} px that shows ${view}`, async ({ page }) => {
      await page.setViewportSize({ width: 1300, height: 900 });
      const element = await boxed(page, width, `view="${view}"`);
      const { left, right } = await element.evaluate((element) => element.getBoundingClientRect());
      expect(Math.round(right - left)).toBe(width);
      const boxes = await element.locator('button:visible, select:visible, input:visible, a:visible').evaluateAll((parts) =>
        parts.map((part) => {
          const { left, right, width, height } = part.getBoundingClientRect();
          return { text: part.getAttribute('aria-label') ?? part.textContent?.trim(), left, right, width, height };
        }),
      );
      expect(boxes.length).toBeGreaterThan(5);
      expect(boxes.filter((box) => box.left < left || box.right > right)).toEqual([]);
      expect(boxes.filter((box) => box.width < 24 || box.height < 24)).toEqual([]);
      const frame = element.locator('.frame');
      expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    });
  }
}

/** All but the light one differ in colours only. */
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const;

for (const [name, look] of Object.entries(looks)) {
  for (const width of [360, 1000]) {
    test(`axe finds nothing in an element of ${width} px, ${name}`, async ({ page }) => {
      await page.setViewportSize({ width: 1300, height: 900 });
      await page.emulateMedia(look);
      const element = await boxed(page, width, `theme="${look.colorScheme}"`);
      const found = async () => {
        const axe = new AxeBuilder({ page }).include('job-scope');
        const { violations } = await (name === 'light' ? axe.withTags(tags) : axe.withRules('color-contrast')).analyze();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      };
      expect(await found()).toEqual([]);
      await element.locator('summary').first().click();
      await element.getByTestId('edit').click();
      await expect(element.locator('.cm-content')).toBeVisible();
      await element.evaluate((element) => element.setAttribute('view', 'bord'));
      await expect(element.getByRole('alert')).toBeVisible();
      expect(await found()).toEqual([]);
    });
  }
}

test('nothing moves by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, MANY);
  const one = page.locator('#one');
  await expect(position(one)).toContainText('3.7');
  await one.getByTestId('step').click();
  await expect(position(one)).toContainText('3.16');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
