/** What the element promises to the page that has it: attributes, properties, methods, events, and to be no burden. */

import type { Locator, Page } from '@playwright/test';
import { expect, fail, failOnDemand, test } from './fixture.ts';

const MANIFEST = `apiVersion: batch/v1
kind: Job
metadata:
  name: squares
spec:
  completions: 3
  parallelism: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: square
        image: busybox`;

/** A page with one element. */
async function show(page: Page, html = '<job-scope scenario="first-job" step="3.7"></job-scope>'): Promise<Locator> {
  await page.goto('/hosts/plain/empty.html');
  await page.evaluate((html) => document.querySelector('main')!.insertAdjacentHTML('beforeend', html), html);
  return page.locator('job-scope').first();
}

const position = (element: Locator) => element.getByTestId('position').locator('strong');

/** Keeps what the document hears of an event in a list. */
async function hear(page: Page, name: string): Promise<() => Promise<unknown[]>> {
  await page.evaluate((name) => {
    const heard: unknown[] = [];
    Reflect.set(window, name, heard);
    document.addEventListener(name, (event) => heard.push((event as CustomEvent).detail));
  }, name);
  return () => page.evaluate((name) => Reflect.get(window, name) as unknown[], name);
}

/** Calls a method of the element. */
async function call(element: Locator, method: string, ...values: unknown[]): Promise<unknown> {
  return element.evaluate(
    (element, [method, values]) => (Reflect.get(element, method) as (...values: unknown[]) => unknown).apply(element, values),
    [method, values] as const,
  );
}

async function set(element: Locator, attributes: Record<string, string | null>): Promise<void> {
  await element.evaluate((element, attributes) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }, attributes);
}

test('nothing loads before the element is near', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const element = await show(page, '<div class="space"></div><job-scope scenario="first-job"></job-scope>');
  await expect.poll(() => element.evaluate((element) => element.getBoundingClientRect().height)).toBe(560);
  await page.waitForLoadState('networkidle');
  const names = () => asked.map((url) => url.replace(/.*\//, ''));
  expect(names().filter((name) => /^(live|shared)|\.wasm$/.test(name))).toEqual([]);
  // The one file that the page names, and at most one that this names.
  expect(names().filter((name) => name.endsWith('.js')).length).toBeLessThanOrEqual(2);
  await element.scrollIntoViewIfNeeded();
  await expect(position(element)).toContainText('3.');
  expect(names().filter((name) => name.endsWith('.wasm')).length).toBeGreaterThan(0);
});

test('the element loads at once where it is wanted, or used', async ({ page }) => {
  const eager = await show(page, '<div class="space"></div><job-scope scenario="first-job" loading="eager"></job-scope>');
  await expect(position(eager)).toContainText('3.');
  await page.waitForLoadState('networkidle');
  const used = await show(page, '<div class="space"></div><job-scope scenario="first-job"></job-scope>');
  await call(used, 'step');
  await expect(position(used)).toContainText('4.');
});

test('what does not load is told in the place of the element, and to the page', async ({ page, complaints }) => {
  await page.route(/\/element\/first-(?!job)/, (route) => route.abort());
  const element = await show(page, '');
  const errors = await hear(page, 'jobscope-error');
  await page.evaluate(() => document.querySelector('main')!.append(document.createElement('job-scope')));
  await expect(element.getByRole('alert')).toContainText('Jobscope could not be loaded');
  expect(await errors()).toContainEqual({ message: expect.stringContaining('first-') });
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining('request failed'),
    expect.stringContaining('console error'),
  ]);
});

test('what is reserved for the element is what it takes', async ({ page }) => {
  const element = await show(page, '<job-scope></job-scope><p id="below">Below.</p>');
  await element.evaluate((element) => {
    element.style.setProperty('--jobscope-min-height', '1100px');
    element.setAttribute('scenario', 'first-job');
  });
  const below = () => page.locator('#below').evaluate((below) => below.getBoundingClientRect().top);
  const before = await below();
  await expect(position(element)).toBeVisible();
  expect(await below()).toBe(before);
  // What loads after the first step has room in it, too.
  await expect(element.getByTestId('ask-noNewPod')).toBeVisible();
  expect(await below()).toBe(before);
});

test('steps, changes of the status and errors are told to the page', async ({ page }) => {
  const element = await show(page);
  const steps = await hear(page, 'jobscope-step');
  const changes = await hear(page, 'jobscope-change');
  await expect(position(element)).toContainText('3.7');
  await call(element, 'step', 'note');
  await expect.poll(steps).toContainEqual({
    position: { step: 3, note: 8 },
    sentence: expect.stringMatching(/^[A-Z].*\.$/),
    note: expect.any(String),
  });
  await call(element, 'seek', '20');
  for (let step = 0; step < 20; step++) await call(element, 'step', 'quiet');
  await expect
    .poll(changes)
    .toContainEqual({ status: expect.objectContaining({ succeeded: 1 }), conditions: expect.arrayContaining([expect.objectContaining({ type: 'Complete' })]) });
});

test('methods step, go back, seek, share and begin again', async ({ page }) => {
  const element = await show(page);
  await expect(position(element)).toContainText('3.7');
  await call(element, 'step');
  await expect(position(element)).toContainText('3.16');
  await call(element, 'back', 'note');
  await expect(position(element)).toContainText('3.15');
  await call(element, 'seek', '2.1');
  await expect(position(element)).toContainText('2.1');
  await call(element, 'seek', { step: 1, note: 1 });
  expect(await element.evaluate((element) => Reflect.get(element, 'position'))).toEqual({ step: 1, note: 1 });
  await call(element, 'reset');
  await expect(position(element)).toContainText('3.7');
  await expect(call(element, 'step', 'mile')).rejects.toThrow(/A size is one of note, sync, quiet/);
  await expect(call(element, 'seek', 'there')).rejects.toThrow(/A position is as 7 or 7.2/);
});

test('the link leads to the full page with the whole run, and back into an element', async ({ page }) => {
  const element = await show(page, `<job-scope><script type="application/yaml">${MANIFEST}</script></job-scope>`);
  await element.locator('[data-act=fail]').first().click();
  await element.getByTestId('fail-now').click();
  await expect(element.getByTestId('pod').first()).toContainText('Failed');
  const place = /\d+\.\d+/.exec(await position(element).innerText())![0];
  const link = (await call(element, 'share')) as string;
  expect(link).toMatch(/\/jobscope\/#j1:/);
  await element.getByTestId('open').hover();
  await expect(element.getByTestId('open')).toHaveAttribute('href', link);

  await set(element, { link, page: 'https://jobs.example/see/' });
  await expect(position(element)).toContainText(place);
  await expect(element.getByTestId('pod').first()).toContainText('Failed');
  expect(await call(element, 'share')).toMatch(/^https:\/\/jobs\.example\/see\/#j1:/);

  await page.goto(link);
  await expect(page.getByTestId('position').locator('strong')).toContainText(place);
  await expect(page.getByTestId('pod').first()).toContainText('Failed');
});

test('attributes can be changed at any time', async ({ page }) => {
  const element = await show(page);
  await expect(element.locator('.board')).toBeVisible();
  await set(element, { view: 'why' });
  await expect(element.locator('.board')).toHaveCount(0);
  await set(element, { view: 'board', step: '2.1', lang: 'zh-CN', theme: 'dark', readonly: '' });
  await expect(element.locator('.board')).toBeVisible();
  await expect(position(element)).toContainText('2.1');
  await expect(element.getByTestId('step')).toContainText('前进');
  await expect(element.locator('jobscope-frame')).toHaveAttribute('data-theme', 'dark');
  await expect(element.getByTestId('edit')).toHaveCount(0);
  await set(element, { lang: 'en', readonly: null, profile: '1.27', step: '5' });
  await expect(element.getByTestId('edit')).toHaveText('Edit');
  await expect(position(element)).toContainText('5.');
  const reflected = await element.evaluate((element) => {
    Object.assign(element, { view: 'all', start: '1', readonly: true, theme: 'light' });
    return ['view', 'step', 'readonly', 'theme', 'profile'].map((name) => element.getAttribute(name));
  });
  expect(reflected).toEqual(['all', '1', '', 'light', '1.27']);
  await expect(position(element)).toContainText('1.');
});

const wrong: [attribute: string, value: string, allowed: string][] = [
  ['view', 'bord', 'all, board, why'],
  ['theme', 'night', 'auto, light, dark'],
  ['loading', 'later', 'lazy, eager'],
  ['lang', 'fr', 'en, zh-CN'],
  ['step', 'third', 'such as 7, or of a note in it, such as 7.2'],
  ['scenario', 'none-such', 'first-job'],
  ['profile', '1.2', '1.27'],
];

for (const [attribute, value, allowed] of wrong) {
  test(`a wrong ${attribute} is said in the place of the element, and to the page`, async ({ page }) => {
    await page.goto('/hosts/plain/empty.html');
    const errors = await hear(page, 'jobscope-error');
    await page.evaluate(([attribute, value]) => {
      const element = document.createElement('job-scope');
      if (attribute !== 'scenario') element.setAttribute('scenario', 'first-job');
      element.setAttribute(attribute, value);
      document.querySelector('main')!.append(element);
    }, [attribute, value] as const);
    const element = page.locator('job-scope');
    const alert = element.getByRole('alert');
    await expect(alert).toContainText(`The attribute ${attribute} is “${value}”.`);
    await expect(alert).toContainText(allowed);
    await expect.poll(errors).toEqual([{ message: expect.stringContaining(value), attribute }]);
    await set(element, { [attribute]: attribute === 'scenario' ? 'first-job' : null });
    await expect(alert).toHaveCount(0);
    await expect(position(element)).toContainText('3.');
  });
}

test('an element without a run says what it takes', async ({ page }) => {
  const element = await show(page, '<job-scope></job-scope>');
  await expect(element.getByRole('alert')).toContainText('first-job');
  await expect(element.getByRole('alert')).toContainText('application/yaml');
});

test('a manifest inside is run, and what is wrong with it is said in the words of the API server', async ({ page }) => {
  const element = await show(page, `<job-scope><script type="application/yaml">${MANIFEST}</script></job-scope>`);
  const errors = await hear(page, 'jobscope-error');
  await expect(element.getByTestId('stored-job')).toContainText('Job squares');
  await element.evaluate((element) => (element.firstElementChild!.textContent += '\n      restartPolicy: Always'));
  await expect(element.getByRole('alert')).toBeVisible();
  await element.evaluate((element, text) => (element.firstElementChild!.textContent = text), MANIFEST.replace('completions: 3', 'completions: -3'));
  await expect(element.getByRole('alert')).toContainText('must be greater than or equal to 0');
  // The run before stays.
  await expect(element.getByTestId('stored-job')).toContainText('Job squares');
  await expect.poll(errors).toContainEqual({ message: expect.stringContaining('greater than or equal'), path: 'spec.completions' });
  await element.evaluate((element, text) => Reflect.set(element, 'spec', text), MANIFEST.replace('squares', 'cubes'));
  await expect(element.getByTestId('stored-job')).toContainText('Job cubes');
  await expect(element.getByRole('alert')).toHaveCount(0);
});

test('what is done in the past is another branch', async ({ page }) => {
  const element = await show(page, '<job-scope scenario="first-job" step="4"></job-scope>');
  await call(element, 'back');
  await element.locator('[data-act=fail]').first().click();
  await element.getByTestId('fail-now').click();
  const branch = element.getByTestId('branch');
  await expect(branch).toHaveValue('1');
  await branch.selectOption('0');
  await expect(element.getByTestId('pod')).not.toContainText('Failed');
});

test('the editor works, and what is typed is kept nowhere', async ({ page }) => {
  const element = await show(page);
  await element.getByTestId('edit').click();
  const text = element.locator('.cm-content');
  await expect(text).toBeVisible();
  await text.press('Control+Home');
  await page.keyboard.type('# mine');
  await page.keyboard.press('Enter');
  await expect(element.locator('.cm-line').first()).toHaveText('# mine');
  await element.getByTestId('start-over').click();
  await expect(element.getByTestId('stored-job')).toBeVisible();
  await text.press('Control+Home');
  await page.keyboard.type('kind: [');
  await element.getByTestId('start-over').click();
  await expect(element.getByTestId('mistakes')).toContainText('error');
  await expect(element.locator('jobscope-answer')).toContainText('error');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('when the module traps, the element leads to the replay', async ({ page, complaints }) => {
  await failOnDemand(page);
  const element = await show(page);
  await expect(element.getByTestId('whynot')).toBeVisible();
  await fail(page);
  await element.getByTestId('step').click();
  const replay = element.getByTestId('replay');
  await expect(replay).toBeVisible();
  await expect(element.getByTestId('step')).toBeDisabled();
  await element.getByTestId('step').dispatchEvent('click');
  await expect(replay).toBeFocused();
  await replay.press('Enter');
  await expect(replay).toHaveCount(0);
  await element.getByTestId('step').click();
  await expect(position(element)).not.toContainText('3.7');
  complaints.splice(0);
});

test('it works where nothing can be stored', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  const element = await show(page);
  await element.getByTestId('step').click();
  await expect(position(element)).toContainText('3.16');
});
