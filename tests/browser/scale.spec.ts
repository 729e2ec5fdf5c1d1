/** Many pods, long lists, long names: all can be seen and acted on, and nothing is slow or lost. */

import type { Page } from '@playwright/test';
import { expect, manifest, test, write } from './fixture.ts';

/** Starts the Job over with more fields of its spec, and goes on until it has so many pods, which run for ever. */
async function start(page: Page, fields: string, pods: number): Promise<void> {
  const text = await manifest(page);
  await write(page, text.replace('spec:\n', `spec:\n${fields}`));
  await page.getByTestId('start-over').click();
  await page.getByTestId('tab-outcomes').click();
  await page.getByTestId('ending').selectOption('hang');
  await page.getByTestId('tab-spec').click();
  await page.keyboard.press('Escape');
  const exist = page.locator('[data-gap=exist] dd');
  await expect(async () => {
    await page.getByTestId('jump-1000').click();
    await page.keyboard.press('Control+ArrowRight');
    expect(parseInt((await exist.innerText()).replace(',', ''), 10)).toBeGreaterThanOrEqual(pods);
  }).toPass({ timeout: 120_000, intervals: [0] });
}

/** How long the page takes for a step, without the module: until all of it has been drawn anew. */
function drawing(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const shell = document.querySelector('jobscope-shell') as unknown as {
      renderRoot: ParentNode;
      updateComplete: Promise<unknown>;
      requestUpdate(): void;
    };
    const begun = performance.now();
    shell.requestUpdate();
    await shell.updateComplete;
    for (const panel of shell.renderRoot.querySelectorAll('*')) await Reflect.get(panel, 'updateComplete');
    document.body.getBoundingClientRect();
    return performance.now() - begun;
  });
}

test('500 pods are a grid with shapes: counted in text, chosen by pointer and by keys', async ({ open }) => {
  test.slow();
  const page = await open();
  await start(page, '  completions: 500\n  parallelism: 500\n', 500);
  const map = page.getByTestId('map');
  await expect(map).toHaveRole('listbox');
  expect(Number(await map.getAttribute('data-cell'))).toBeGreaterThanOrEqual(10);
  await expect(page.getByTestId('map-legend')).toContainText(/500 (Running, ready|Pending)/);
  await expect(page.getByTestId('pod')).toHaveCount(0);

  await map.hover({ position: { x: 5, y: 5 } });
  await expect(page.getByTestId('map-told')).toContainText(/^pi-\S+ (Running, ready|Pending)/);
  await map.click({ position: { x: 5, y: 5 } });
  const first = await page.getByTestId('pod').getAttribute('data-pod');
  await expect(map.getByRole('option')).toHaveAttribute('aria-selected', 'true');

  await map.focus();
  await page.keyboard.press('ArrowRight');
  await expect(map.getByRole('option')).toHaveAttribute('aria-posinset', '2');
  await page.keyboard.press('End');
  await expect(map.getByRole('option')).toHaveAttribute('aria-posinset', '500');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('pod')).not.toHaveAttribute('data-pod', first ?? '');

  // The card acts on its pod, and stays while the run goes on.
  const last = await page.getByTestId('pod').getAttribute('data-pod');
  await page.getByTestId('pod').locator('[data-act=fail]').click();
  await page.getByTestId('fail-now').click();
  await expect(page.getByTestId('pod')).toHaveAttribute('data-pod', last ?? '');
  await expect(page.getByTestId('map-legend')).toContainText('1 Failed');
  await expect(page.getByTestId('map-legend')).toContainText('1 shown differently by the cache');
  await expect(page.getByTestId('cache-same')).toContainText('499 pods seen as they are');
  await expect(page.getByTestId('cached-pod')).toHaveAttribute('data-pod', last ?? '');
});

test('of 500 pods any can be asked about, by the beginning of its name', async ({ open }) => {
  test.slow();
  const page = await open();
  await start(page, '  completions: 500\n  parallelism: 500\n', 500);
  const choice = page.getByTestId('whynot-pod');
  const first = await choice.inputValue();
  const map = page.getByTestId('map');
  await map.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const last = (await page.getByTestId('pod').getAttribute('data-pod')) ?? '';
  await expect(choice).toHaveValue(last);

  const offered = page.locator('jobscope-why ~ jobscope-whynot datalist option');
  await choice.focus();
  await expect(choice).toHaveValue('');
  await expect(offered).toHaveCount(20);
  await choice.fill(last.slice(0, -2));
  await expect(offered.first()).toHaveAttribute('value', new RegExp(`^${last.slice(0, -2)}`));
  await choice.fill('no-such-pod');
  await expect(offered).toHaveCount(0);
  await page.getByTestId('ask-podNotRemoved').focus();
  await expect(choice).toHaveValue(last);

  await choice.fill(first);
  await page.getByTestId('ask-podNotRemoved').click();
  await expect(page.getByTestId('whynot-answer')).toContainText(first);
  await page.getByTestId('tab-kubectl').click();
  await page.getByTestId('kubectl-describePod').click();
  await page.getByTestId('kubectl-pod').fill(first);
  await expect(page.getByTestId('kubectl-command')).toHaveText(`kubectl describe pod ${first}`);
});

test('5,000 pods are a heat map and a list: cells get shapes when they are made larger', async ({ open }) => {
  test.slow();
  const page = await open();
  await start(page, '  completions: 5000\n  parallelism: 3000\n', 3000);
  const map = page.getByTestId('map');
  const cell = async () => Number(await map.getAttribute('data-cell'));
  expect(await cell()).toBeLessThan(8);
  while ((await cell()) < 8) await page.getByTestId('map-larger').click();
  expect(await map.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  // Half a row tells that there is more.
  const side = await cell();
  expect(await map.evaluate((box, side) => box.clientHeight % side, side)).toBe(side / 2);
  await map.focus();
  await page.keyboard.press('End');
  expect(await map.evaluate((box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1)).toBe(true);

  await page.getByTestId('pod-list-open').click();
  const list = page.getByTestId('pod-list');
  await expect(list.getByRole('button').first()).toBeInViewport();
  expect(await list.getByRole('button').count()).toBeLessThan(30);
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(list.locator('li').last()).toHaveAttribute('aria-posinset', '3000');
  await expect(list.locator('li').last()).toContainText(/pi-\S+/);
  await list.getByRole('button').last().click();
  await expect(page.getByTestId('pod')).toHaveCount(1);
  await page.getByTestId('pod').locator('[data-act=evict]').click();
  await page.getByTestId('pod-filter').selectOption('failed');
  await expect(list.locator('li')).toHaveCount(1);
  await expect(list.locator('li')).toContainText('Failed');
});

test('a step of a large Job is drawn in little time', async ({ open }) => {
  test.slow();
  const page = await open();
  await start(page, '  completions: 5000\n  parallelism: 3000\n', 3000);
  const times: number[] = [];
  for (let draws = 0; draws < 9; draws += 1) times.push(await drawing(page));
  const middle = times.sort((one, other) => one - other)[4] ?? Infinity;
  console.log(`drawing 3,000 pods: ${middle.toFixed(1)} ms`);
  // Machines that run tests are busy; what grows with the pods takes hundreds.
  expect(middle).toBeLessThan(100);
});

test('long lists are cut and can be gone through: notes, Events, deliveries', async ({ open }) => {
  test.slow();
  const page = await open();
  await page.getByTestId('break-pod-watch').click();
  await start(page, '  completions: 200\n  parallelism: 200\n', 200);
  await page.getByTestId('tab-events').click();
  const events = page.getByTestId('events').locator('li');
  await expect(events).toHaveCount(60);
  await page.getByTestId('events-earlier').click();
  await expect(events).toHaveCount(120);

  await page.getByTestId('tab-why').click();
  await page.keyboard.press('Escape');
  await page.getByTestId('scrubber').fill('3');
  const notes = page.getByTestId('notes').locator('li');
  await expect(page.getByTestId('notes-later')).toBeVisible();
  const before = await notes.count();
  expect(before).toBeLessThan(60);
  await page.getByTestId('notes-later').click();
  expect(await notes.count()).toBeGreaterThan(before);
  await expect(page.getByTestId('notes-later')).toBeFocused();
});

test('names of 63 characters and a namespace widen nothing, and are whole where the focus is', async ({ open }) => {
  const page = await open();
  const name = `${'a-long-name-of-a-job-'.repeat(3)}`.slice(0, 56);
  const text = await manifest(page);
  const long = text.replace('name: pi\n', `name: ${name}\n  namespace: ${'another-namespace-'.repeat(3)}x\n`);
  await write(page, long);
  await page.getByTestId('start-over').click();
  const pod = page.getByTestId('pod');
  const [whole, head] = [pod.locator('.pod-name'), pod.locator('.pod-name :first-child')];
  await expect(whole).toHaveText(new RegExp(`^${name}`));
  const isCut = () => head.evaluate((text) => text.scrollWidth > text.clientWidth);
  expect(await isCut()).toBe(true);
  await pod.getByRole('button').first().focus();
  expect(await isCut()).toBe(false);
  for (const width of [360, 800, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('kubectl speaks while its tab is open, about the Job, its pods, and the one that is chosen', async ({ open }) => {
  const page = await open();
  // Answers with the command, so that this holds whatever a version of the module prints.
  await page.evaluate(() => {
    const shell = document.querySelector('jobscope-shell') as unknown as { session: object; requestUpdate(): void };
    const asked: string[] = [];
    Reflect.set(window, 'asked', asked);
    const kubectl = (command: string) => (asked.push(command), `NAME\n${command}`);
    Object.defineProperty(shell.session, 'kubectl', { get: () => kubectl });
    shell.requestUpdate();
  });
  const output = page.getByTestId('kubectl-output');
  await page.getByTestId('step').click();
  expect(await page.evaluate(() => Reflect.get(window, 'asked') as string[])).toEqual([]);
  await page.getByTestId('tab-kubectl').click();
  await expect(output).toHaveText('NAME\nget jobs');
  await page.getByTestId('kubectl-wide').check();
  await expect(page.getByTestId('kubectl-command')).toHaveText('kubectl get jobs -o wide');
  await page.getByTestId('kubectl-describeJob').click();
  await expect(output).toHaveText('NAME\ndescribe job pi');
  await page.getByTestId('kubectl-describePod').click();
  await expect(output).toContainText(/describe pod pi-\S+/);
});
