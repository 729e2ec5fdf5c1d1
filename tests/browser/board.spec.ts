/** The board: what it says of the Job and of pods that are gone, and what it keeps in sight. */

import type { Page } from '@playwright/test';
import { expect, manifest, test, write } from './fixture.ts';

async function start(page: Page, fields: string): Promise<void> {
  const text = await manifest(page);
  await write(page, text.replace('spec:\n', `spec:\n${fields}`));
  await page.getByTestId('start-over').click();
  await page.keyboard.press('Escape');
}

test('how the Job ended stands at the API server, and in the cache once its event has come', async ({ open }) => {
  const page = await open();
  const [stored, cached] = [page.getByTestId('stored-job'), page.getByTestId('cached-job')];
  await expect(stored).not.toContainText('Complete');
  await page.getByTestId('break-job-watch').click();
  for (let moves = 0; moves < 40 && !/Complete/.test(await stored.innerText()); moves += 1) {
    if (await page.getByTestId('deliver-job').isVisible()) await page.getByTestId('deliver-job').click();
    else await page.getByTestId('step').click();
  }
  await expect(stored).toContainText(/Complete\s· rev\s\d+/);
  await expect(cached).toContainText('late');
  await expect(cached).not.toContainText('Complete');
  await page.getByTestId('hold-job').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+ArrowRight');
  await expect(cached).toContainText('Complete');
});

test('the cache says that a Job is suspended once it has seen it', async ({ open }) => {
  const page = await open();
  await page.getByTestId('break-job-watch').click();
  await page.getByTestId('suspend').click();
  await expect(page.getByTestId('stored-job')).toContainText('suspended');
  await expect(page.getByTestId('cached-job')).not.toContainText('suspended');
  while (await page.getByTestId('deliver-job').isVisible()) await page.getByTestId('deliver-job').click();
  await expect(page.getByTestId('cached-job')).toContainText('suspended');
});

test('empty columns say what is true, and every panel keeps its place', async ({ open }) => {
  const page = await open();
  const empty = page.locator('jobscope-cache .empty');
  await page.getByTestId('first').click();
  await expect(empty).toContainText('Nothing seen yet');
  await expect(page.getByTestId('own-writes')).toBeVisible();
  await page.getByTestId('last').click();
  await page.getByTestId('delete-job').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+ArrowRight');
  await expect(empty).toContainText('Nothing here');
  await expect(page.getByTestId('own-writes')).toBeVisible();
});

test('a Job whose pods are gone says so on both sides', async ({ open }) => {
  const page = await open();
  await page.getByTestId('suspend').click();
  await page.keyboard.press('Escape');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Control+ArrowRight');
  await expect(page.locator('jobscope-pods .empty')).toHaveText('No pod left.');
  await expect(page.locator('jobscope-cache .empty')).toHaveText('No pod left.');
});

test('a version without finalizers counts anew in every sync, and has no orphans', async ({ open }) => {
  const page = await open();
  const accounting = page.getByTestId('accounting');
  await expect(accounting.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByTestId('orphan-queue')).toBeVisible();
  await page.getByTestId('profile').selectOption('1.19');
  await expect(accounting).toContainText('anew');
  await expect(accounting.getByRole('listitem')).toHaveCount(0);
  await expect(page.getByTestId('orphan-queue')).toHaveCount(0);
});

test('what is not owed has no age, and what is owed has as much of a bar as is left', async ({ open }) => {
  const page = await open();
  const ledger = page.getByTestId('expectations');
  const bar = ledger.locator('.meter span');
  await expect(bar).toBeVisible();
  expect(await bar.evaluate((rest) => rest.getBoundingClientRect().width / rest.parentElement!.clientWidth)).toBeCloseTo(1);
  await expect(ledger).toContainText('0 s old');
  await page.keyboard.press('Control+ArrowRight');
  await expect(ledger).toContainText('0 creations owed');
  await expect(ledger).not.toContainText('old');
});

test('with more cards than fit, what a step changes comes into sight, unless one works among them', async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open();
  await start(page, '  completions: 20\n  parallelism: 20\n');
  await expect(page.locator('jobscope-pods h2')).toContainText('20 pods');
  const box = page.locator('.board-columns');
  const changed = page.locator('jobscope-pods .card.changed, jobscope-cache .card.changed').first();
  let farthest = 0;
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('ArrowRight');
    if ((await changed.count()) > 0) await expect(changed).toBeInViewport();
    farthest = Math.max(farthest, await box.evaluate(({ scrollTop }) => scrollTop));
    await expect(page.locator('jobscope-flight h2')).toBeInViewport();
  }
  expect(farthest).toBeGreaterThan(200);

  const last = page.getByTestId('pod').last().getByRole('button').first();
  await last.focus();
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('ArrowLeft');
    await expect(last).toBeInViewport();
  }
});

test('cells of few pods are easily hit, and the cache shows what came in this step', async ({ page, open }) => {
  for (const width of [1440, 1100, 360]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 1440) {
      await open();
      await start(page, '  completions: 90\n  parallelism: 90\n');
    }
    await expect.poll(async () => Number(await page.getByTestId('map').getAttribute('data-cell'))).toBeGreaterThanOrEqual(24);
  }
  await page.getByTestId('deliver-pod').click();
  await expect(page.getByTestId('cache-differs')).toContainText('89 pods');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+ArrowRight');
  await expect(page.getByTestId('cache-differs')).toHaveCount(0);
  await expect(page.getByTestId('cached-pod')).toHaveCount(12);
  await expect(page.getByTestId('cached-pod').first()).toHaveClass(/changed/);
  await expect(page.locator('jobscope-cache')).toContainText('and 77 more');
});
