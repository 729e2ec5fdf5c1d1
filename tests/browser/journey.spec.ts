/** Whole journeys through the page, as a person makes them. */

import type { Page } from '@playwright/test';
import { expect, manifest, step, test, write } from './fixture.ts';

/** What the page shows of a position. */
async function shown(page: Page) {
  const text = async (id: string) => (await page.getByTestId(id).innerText()).replace(/\s+/g, ' ').trim();
  return {
    position: await text('position'),
    time: await text('time'),
    queue: await text('job-queue'),
    expectations: await text('expectations'),
    accounting: await text('accounting'),
    status: (await page.getByTestId('status').allTextContents()).join('').replace(/\s+/g, ' ').trim(),
    why: await page.getByTestId('spoken').textContent(),
  };
}

test('the pi Job is stepped to Complete by the keyboard alone, and back and forward again to the same', async ({ open }) => {
  const page = await open();
  // To the tab of the status, and out of the row of tabs: there the arrows have another meaning.
  for (const key of ['w', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
  await page.keyboard.press('Home');
  const seen = [await shown(page)];
  expect(seen[0]?.status).toBe('');
  for (let steps = 0; steps < 60; steps += 1) {
    await step(page);
    seen.push(await shown(page));
    if (/type: Complete/.test(seen.at(-1)?.status ?? '')) break;
  }

  const created = seen[3];
  expect(created?.queue).toContain('no sync runs');
  expect(created?.queue).toContain('nothing waits');
  expect(created?.expectations).toContain('1 creation owed');
  expect(created?.expectations).toContain('Gate closed');
  expect(created?.status).toContain('active: 1');
  expect(created?.why).toMatch(/^Created 1 pod: 1 completion is still needed/);

  const delivered = seen[5];
  expect(delivered?.queue).toMatch(/default\/pi in 1\ss/);
  expect(delivered?.expectations).toContain('0 creations owed');
  expect(delivered?.expectations).toContain('Gate open');

  const complete = seen.at(-1);
  expect(complete?.queue).toContain('no sync runs');
  expect(complete?.status).toContain('succeeded: 1');
  expect(complete?.status).toContain('type: SuccessCriteriaMet');
  expect(complete?.accounting).toContain('1 ✓ 0 ✕');
  expect(complete?.why).toMatch(/complete/i);

  const end = /of .*/.exec(complete?.position ?? '')?.[0] ?? '';
  expect(end).toMatch(new RegExp(`^of ${seen.length - 1}\\.\\d+$`));
  await page.keyboard.press('Home');
  expect(await shown(page)).toEqual({ ...seen[0], position: seen[0]?.position.replace(/of .*/, end) });
  for (const before of seen.slice(1)) {
    await step(page);
    const again = await shown(page);
    expect({ ...again, position: '' }).toEqual({ ...before, position: '' });
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  expect(await shown(page)).toEqual(complete);
  await step(page, 'ArrowLeft');
  expect({ ...(await shown(page)), position: '' }).toEqual({ ...seen.at(-2), position: '' });
});

test('a pod that fails five times ends the Job with BackoffLimitExceeded, and the page says why', async ({ open }) => {
  const page = await open();
  for (let failures = 0; failures < 5; failures += 1) {
    const fail = page.locator('[data-testid=pod] [data-act=fail]');
    // A new pod comes when its back-off is over; time passes only if nothing else is left to happen.
    for (let moves = 0; moves < 20 && (await fail.count()) === 0; moves += 1) await step(page, 'Control+ArrowRight');
    await fail.click();
    await page.getByTestId('fail-form').getByRole('spinbutton').fill('42');
    await page.getByTestId('fail-now').click();
    await expect(page.getByTestId('pod').filter({ hasText: 'Failed, exit 42' })).toHaveCount(failures + 1);
  }
  await page.getByTestId('tab-status').click();
  await page.keyboard.press('Escape');
  const failed = page.getByTestId('conditions').filter({ hasText: 'Failed' });
  let sentence = '';
  for (let moves = 0; moves < 40 && (await failed.count()) === 0; moves += 1) {
    await step(page, 'Shift+ArrowRight');
    sentence = (await page.getByTestId('spoken').textContent()) ?? '';
  }
  expect(sentence).toMatch(/^Failed the Job: 5 failed pods are more than backoffLimit 4 allows/);
  await expect(page.getByTestId('conditions')).toContainText('BackoffLimitExceeded');
  await expect(page.getByTestId('status')).toContainText('failed: 5');
  await page.getByTestId('tab-events').click();
  await expect(page.getByTestId('events')).toContainText('BackoffLimitExceeded');
});

test('with the pod watch held, a sync stops at the gate of expectations and says what is owed', async ({ open }) => {
  const page = await open();
  // Later versions are held back by the check of their own writes before they come to this gate.
  await expect(page.getByTestId('own-writes')).toBeVisible();
  await page.getByTestId('profile').selectOption('1.33');
  await expect(page.getByTestId('own-writes')).toHaveCount(0);
  await page.getByTestId('break-pod-watch').click();
  await expect(page.getByTestId('held')).toBeVisible();
  // A second sync needs a cause: the pod's own event is held back.
  await page.getByTestId('suspend').click();
  await page.getByTestId('suspend').click();
  for (let moves = 0; moves < 20; moves += 1) {
    await step(page, 'Shift+ArrowRight');
    if (/^Gate closed/.test((await page.getByTestId('spoken').textContent()) ?? '')) break;
  }
  await expect(page.getByTestId('why')).toContainText('Gate closed: 1 creation is not seen in the cache yet');
  await expect(page.getByTestId('inputs')).toContainText('creations owed');
  await expect(page.getByTestId('gate')).toContainText('closed');
  await expect(page.locator('[data-testid=cached-pod]')).toContainText('not seen yet');

  await page.getByTestId('deliver-pod').click();
  await expect(page.getByTestId('gate')).toContainText('open');
});

test('from 1.36 on a held pod watch holds the sync back until the cache shows what was written', async ({ open }) => {
  const page = await open();
  await expect(page.getByTestId('profile')).toHaveValue('1.36.3');
  await page.getByTestId('break-pod-watch').click();
  await page.getByTestId('suspend').click();
  const retry = page.getByTestId('own-writes-retry');
  await expect(retry).toHaveCount(0);
  for (let moves = 0; moves < 20 && (await retry.count()) === 0; moves += 1) await step(page, 'Shift+ArrowRight');
  await expect(page.getByTestId('why')).toContainText('Held back the sync of pi: the pod cache is at revision');
  await expect(page.getByTestId('own-writes')).toContainText(/Pods: wrote rev \d+, cache (is at rev \d+|has seen none)/);
  await expect(page.getByTestId('own-writes-gate')).toContainText(/closed\s*:\s*the pod cache is older/);
  const span = (await retry.innerText()).match(/^Next try in (.+), after \d+ failed syncs?\.$/)?.[1] ?? 'no span';
  await expect(page.locator('[data-testid=job-queue] [data-queue=waiting]')).toContainText(`in ${span}`);

  await page.getByTestId('deliver-pod').click();
  await expect(page.getByTestId('own-writes-gate')).toContainText('open');
  await expect(retry).toHaveCount(0);
});

test('another version starts the Job over, and shows what that version does', async ({ open }) => {
  const page = await open();
  const profile = page.getByTestId('profile');
  await expect(profile.locator(':checked')).toHaveText(/^Kubernetes 1\.36\.3 · [\d,]+ recorded runs agree$/);
  const text = `${await manifest(page)}\n# mine`;
  await write(page, text);
  const opening = await page.getByTestId('position').innerText();
  await page.keyboard.press('Escape');
  await step(page);

  await profile.selectOption('1.27');
  await expect(page.getByTestId('position')).toHaveText(opening);
  expect(await manifest(page)).toBe(text);
  await expect(page.getByTestId('own-writes')).toHaveCount(0);
  await page.getByTestId('tab-status').click();
  await expect(page.getByTestId('status')).toContainText('active: 1');
  await expect(page.getByTestId('status')).not.toContainText('terminating');
  await page.getByTestId('start-over').click();
  await expect(profile).toHaveValue('1.27');

  await profile.selectOption('1.19');
  await expect(profile.locator(':checked')).toHaveText('Kubernetes 1.19 · not compared with recorded runs');
  await expect(page.getByTestId('status')).not.toContainText('uncountedTerminatedPods');
});

test('acting in the past makes a branch, and the old one stays', async ({ open }) => {
  const page = await open();
  for (let moves = 0; moves < 6; moves += 1) await step(page);
  const old = await shown(page);
  for (let moves = 0; moves < 4; moves += 1) await step(page, 'ArrowLeft');
  await expect(page.getByTestId('branch')).toHaveCount(0);
  await page.getByTestId('parallelism-up').click();

  const branch = page.getByTestId('branch');
  await expect(branch).toHaveValue('1');
  await expect(page.getByTestId('parallelism')).toHaveText('2');
  await branch.selectOption('0');
  await page.getByTestId('tab-why').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  expect(await shown(page)).toEqual({ ...old, position: expect.stringContaining(old.position) });
  await expect(page.getByTestId('parallelism')).toHaveText('1');
});

test('a branch can be renamed, by keys alone, and keeps its name', async ({ open }) => {
  const page = await open();
  await page.getByTestId('fork').click();
  await page.getByTestId('fork').click();
  const branch = page.getByTestId('branch');
  const shown = branch.locator(':checked');
  await expect(shown).toHaveText('branch 2');
  await expect(branch.locator('optgroup').last()).toHaveAttribute('label', /^from step \d+$/);
  const place = await page.getByTestId('position').innerText();

  await page.getByTestId('rename').focus();
  await page.keyboard.press('Enter');
  const name = page.getByTestId('branch-name');
  await expect(name).toBeFocused();
  // No key of these means anything else while it is typed.
  await page.keyboard.type('fewer 1.f');
  await page.keyboard.press('Enter');
  await expect(shown).toHaveText('fewer 1.f');
  await expect(page.getByTestId('rename')).toBeFocused();
  await expect(page.getByTestId('position')).toHaveText(place);

  await page.keyboard.press('Enter');
  await page.keyboard.type('something else');
  await page.keyboard.press('Escape');
  await expect(shown).toHaveText('fewer 1.f');
  await branch.selectOption('0');
  await expect(shown).toHaveText('main');
  await page.getByTestId('step').click();
  await branch.selectOption('2');
  await expect(shown).toHaveText('fewer 1.f');

  // Left empty it is numbered again; a field that is left keeps what was written.
  await page.getByTestId('rename').click();
  await name.fill('');
  await page.getByTestId('size').focus();
  await expect(shown).toHaveText('branch 2');
});

/** Goes on with Tab until the focus is on what the selector names. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < 150; tabs += 1) {
    // In the editor, Tab indents until Esc was pressed.
    if (await page.getByTestId('manifest').evaluate((editor) => editor.matches(':focus'))) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((selector) => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.matches(selector) ?? false;
    }, selector);
    if (isThere) return;
  }
  throw new Error(`Tab never comes to ${selector}`);
}

test('without a mouse: hold the pod watch, fail a pod, release the watch, fork, and see the Job to its end', async ({ open }) => {
  test.slow();
  const page = await open();
  await tabTo(page, '[data-testid=break-pod-watch]');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('held')).toBeVisible();

  await tabTo(page, '[data-act=fail]');
  await page.keyboard.press('Enter');
  await tabTo(page, '[name=exitCode]');
  await page.keyboard.type('7');
  await tabTo(page, '[data-testid=fail-now]');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('pod')).toContainText('Failed, exit');
  await expect(page.getByTestId('cached-pod')).toContainText('not seen yet');

  await tabTo(page, '[data-testid=break-pod-watch]');
  await page.keyboard.press('Space');
  await expect(page.getByTestId('held')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await step(page, 'Control+ArrowRight');
  await expect(page.getByTestId('cached-pod')).toContainText('Failed');

  await page.keyboard.press('f');
  await expect(page.getByTestId('branch')).toHaveValue('1');
  await expect(page.getByTestId('branch').locator(':checked')).toHaveText('branch 1');

  for (const key of ['w', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
  const complete = page.getByTestId('conditions').filter({ hasText: 'Complete' });
  for (let moves = 0; moves < 60 && (await complete.count()) === 0; moves += 1) await step(page, 'Control+ArrowRight');
  await expect(complete).toBeVisible();
  await expect(page.getByTestId('accounting')).toContainText('1 ✓ 1 ✕');
});
