/** The page in another language: chosen, kept, and complete. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, manifest, ready, test, write } from './fixture.ts';

/** All texts and labels that can be seen or heard, without code, names and the texts of the API. */
function texts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const foreign = 'code, kbd, .cm-editor, style, script, option[lang], .mono, .name, .item, .lines, .message, .event strong, h1, [data-testid=field]';
    const found: string[] = [];
    const collect = (root: ParentNode) => {
      for (const node of root.childNodes) {
        if (node instanceof Text) found.push(node.data);
        if (!(node instanceof HTMLElement) || node.matches(foreign) || !node.checkVisibility()) continue;
        found.push(node.getAttribute('aria-label') ?? '', node.title, node.getAttribute('aria-valuetext') ?? '');
        if (node.shadowRoot) collect(node.shadowRoot);
        collect(node);
      }
    };
    collect(document.body);
    return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
  });
}

/** What is written alike in every language: values of the API, names, numbers and marks. */
const alike = [
  /^[^\p{Letter}]*$/u,
  /^(Jobscope|kubectl|Job|Pods?|Job pi|Job [·:]|pi|t =|min|s)$/,
  /^(Pending|Running|Succeeded|Failed|Unknown|Normal|Warning|SuccessfulCreate|SuccessfulDelete)$/,
  /^pi-\S+$/,
];

const isAlike = (text: string) => alike.some((pattern) => pattern.test(text));

/** What the page shows of its state, in any language. */
async function state(page: Page) {
  return {
    position: (await page.getByTestId('position').locator('strong').innerText()).trim(),
    time: (await page.getByTestId('time').innerText()).trim(),
    manifest: await manifest(page),
    branch: await page.getByTestId('branch').inputValue(),
    size: await page.getByTestId('size').inputValue(),
    fault: await page.getByTestId('fault').inputValue(),
    theme: await page.locator('html').getAttribute('data-theme'),
    tab: await page.getByTestId('tab-status').getAttribute('aria-selected'),
    notes: await page.getByTestId('notes').locator('button').count(),
  };
}

/** A branch, a fault, an edited manifest with a mistake, a held watch: something of everything. */
async function crowd(page: Page): Promise<void> {
  await page.getByTestId('step').click();
  await page.getByTestId('back').click();
  await page.getByTestId('parallelism-up').click();
  await page.getByTestId('break-pod-watch').click();
  for (let steps = 0; steps < 3; steps += 1) await page.getByTestId('step').click();
  await page.locator('[data-act=fail]').first().click();
  await page.getByTestId('fail-now').click();
  await page.getByTestId('fault').selectOption('updateStatus conflict');
  await page.getByTestId('arm').click();
  await page.getByTestId('crash-later').click();
  await page.getByTestId('theme').click();
  await write(page, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pi');
  await expect(page.getByTestId('mistakes')).toBeVisible();
}

test('another language changes every text at once, and nothing else', async ({ open }) => {
  const page = await open();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await crowd(page);
  const english = await texts(page);
  expect(english.length).toBeGreaterThan(150);
  const before = await state(page);

  await page.getByTestId('language').focus();
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByTestId('step')).toContainText('前进');
  expect(await state(page)).toEqual(before);
  await expect(page.getByTestId('language')).toBeFocused();
  await expect(page.getByTestId('mistakes')).toContainText('没有可运行的 batch/v1 Job');

  const chinese = await texts(page);
  expect(chinese.length).toBe(english.length);
  expect(chinese.filter((text) => english.includes(text) && !isAlike(text))).toEqual([]);
  expect(chinese.filter((text) => /\b[a-z]{2,} [a-z]{2,}\b/.test(text.replace('kubectl apply', '')))).toEqual([]);
  for (const tab of ['tab-status', 'tab-events', 'tab-outcomes']) await page.getByTestId(tab).click();
  await page.getByTestId('help').click();
  await expect(page.getByTestId('help-dialog')).toBeVisible();
  const others = await texts(page);
  const latin = others.filter((text) => !/\p{Script=Han}/u.test(text));
  expect(latin.filter((text) => !isAlike(text))).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByTestId('tab-why').click();
  await page.getByTestId('tab-spec').click();
  await page.getByTestId('language').selectOption('en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByTestId('mistakes')).toContainText('there is no Job of batch/v1');
  expect(await texts(page)).toEqual(english);
});

test('the language that was chosen is kept', async ({ page, open }) => {
  await open();
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.reload();
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByTestId('language')).toHaveValue('zh-CN');
  await expect(page.getByTestId('spoken')).toContainText('创建了 1 个 Pod');
});

test('a run goes on while its language changes', async ({ open }) => {
  const page = await open();
  await page.getByTestId('play').click();
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.getByTestId('play')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('play')).toContainText('暂停');
});

test('where storage is refused, the choices hold for the visit', async ({ page, open }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await open();
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.getByTestId('theme').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('words that do not load leave the page as it is', async ({ page, open, complaints }) => {
  await page.route('**/zh-CN*.js', (route) => route.abort());
  await open();
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.getByTestId('language')).toHaveValue('en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByTestId('step')).toContainText('Step');
  complaints.splice(0);
});

test.describe('in a browser that wants Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the page speaks it from the start', async ({ open }) => {
    const page = await open();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.getByTestId('language')).toHaveValue('zh-CN');
  });

  test('a page that cannot start says so in it', async ({ page, complaints }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('./');
    await expect(page.getByRole('alert')).toContainText('模拟器未能启动');
    complaints.splice(0);
  });

  for (const width of [320, 360, 800, 1100, 1440]) {
    test(`nothing is wider than a page of ${width} px, and no button is broken or covered`, async ({ page, open }) => {
      await page.setViewportSize({ width, height: 800 });
      await open();
      await crowd(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const boxes = await page.locator('button:visible, select:visible, input:visible').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, right, width, height } = button.getBoundingClientRect();
          return { text: button.textContent?.trim(), testid: button.getAttribute('data-testid'), left, right, width, height };
        }),
      );
      expect(boxes.filter((box) => box.left < -0.5 || box.right > width + 0.5)).toEqual([]);
      expect(boxes.filter((box) => box.width < 24 || box.height < 24)).toEqual([]);
      const parts = page.locator('jobscope-transport :is(button, select, [data-testid=position], [data-testid=time])');
      const places = await parts.evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
      );
      const over = places.flatMap((one, index) =>
        places
          .slice(index + 1)
          .filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom),
      );
      expect(over).toEqual([]);
      // A text of few characters stands on one line.
      const buttons = page.locator('jobscope-transport button, jobscope-header button, jobscope-change button, jobscope-flight button');
      const broken = await buttons.evaluateAll((all) =>
        all.filter((button) => button.getBoundingClientRect().height > 40).map((button) => button.textContent?.trim()),
      );
      expect(broken).toEqual([]);
    });
  }

  test('axe finds nothing', async ({ page, open }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open();
    await crowd(page);
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
  });
});
