/** The menu of scenarios, and the walk through one. */

import { expect, manifest, test, write } from './fixture.ts';

test('the first step loads no scenario but the one that it shows, and no link', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname.replace(/.*\//, '')));
  await page.goto('./');
  await expect(page.getByTestId('walk')).toBeVisible();
  const loaded = (name: RegExp) => files.filter((file) => name.test(file)).length;
  expect(loaded(/^first-job-/)).toBe(1);
  expect(loaded(/^(_virtual_scenarios|visits|share-panel|scenarios-panel)-/)).toBe(0);
});

test('by keys: the menu marks the scenario that is open, and opens another or the same', async ({ page, open }) => {
  await open();
  await page.getByTestId('scenarios').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByTestId('scenarios-dialog');
  const current = dialog.locator('[aria-current=true]');
  await expect(current).toContainText('One pod, one success');
  await expect(current).toContainText('What does the Job controller do from kubectl create to Complete?');
  await expect(current).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId('scenarios')).toBeFocused();

  await page.getByTestId('parallelism-up').click();
  await page.getByTestId('scenarios').focus();
  await page.keyboard.press('Enter');
  await expect(current).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId('parallelism')).toHaveText('1');
  expect(await page.evaluate(() => location.hash)).toBe('#s=first-job');
  expect(await page.evaluate(() => history.length)).toBe(2);

  // What was done before is there still, also when its message is gone.
  await page.getByTestId('dismiss').click();
  await page.getByTestId('scenarios').click();
  await page.getByTestId('menu-return').click();
  await expect(page.getByTestId('parallelism')).toHaveText('2');
  await expect(page.getByTestId('arrival')).toHaveCount(0);
});

test('a run that was only looked at is left without a word', async ({ page, open }) => {
  await open();
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('ArrowRight');
  await page.getByTestId('scenarios').click();
  await page.locator('[data-scenario=first-job]').click();
  await expect(page.getByTestId('position')).toContainText('3.16 of 3.16');
  await expect(page.getByTestId('arrival')).toHaveCount(0);
});

test('a walk goes from place to place, says where it is, and comes back from what one did', async ({ page, open }) => {
  await open();
  const position = page.getByTestId('position').locator('strong');
  const place = page.getByTestId('walk-place');
  const told = page.getByTestId('walk-told');
  const here = page.getByTestId('walk').locator('[aria-current=step]');
  // Between two places stands what belongs to the one that was passed, and the walk goes on from here.
  await expect(place).toHaveText('after place 3 of 8');
  await expect(told.getByRole('listitem')).toHaveText([/^The sync wants one active pod/]);
  await expect(here).toHaveCount(0);
  await page.getByTestId('walk-next').click();
  await expect(position).toHaveText('5.2');
  await expect(place).toHaveText('place 4 of 8');
  await expect(here).toHaveText('entry paid');
  await expect(told.getByRole('listitem')).toHaveCount(1);
  await page.getByTestId('walk-back').click();
  await expect(position).toHaveText('3.9');
  await page.getByTestId('walk-toggle').click();
  await expect(told.getByRole('listitem')).toHaveCount(5);
  await told.getByRole('link', { name: 'the Job is Complete' }).click();
  await expect(position).toHaveText('19.17');
  await expect(here).toHaveText('the Job is Complete');
  await expect(page.getByTestId('walk-next')).toHaveAttribute('aria-disabled', 'true');
  // All of it is one and the same branch.
  await expect(page.getByTestId('branch')).toHaveCount(0);

  await told.getByRole('link', { name: 'wants one active pod' }).click();
  await page.getByTestId('suspend').click();
  await expect(page.getByTestId('branch')).toHaveValue('1');
  await expect(here).toHaveCount(0);
  await expect(place).toHaveText('You have left the walk at place 2 of 8. Next goes back to it.');
  await page.getByTestId('walk-next').click();
  await expect(page.getByTestId('branch')).toHaveValue('0');
  await expect(place).toHaveText('place 2 of 8');

  await page.getByTestId('language').selectOption('zh-CN');
  await expect(here).toHaveText('需要一个活跃的 Pod');
  await expect(place).toHaveText('第 2 处，共 8 处');
  await page.reload();
  await expect(told.getByRole('listitem')).toHaveCount(5);
});

test('in another version than its own, a walk says so', async ({ page, open }) => {
  await open();
  const version = page.getByTestId('walk-version');
  await expect(page.getByTestId('walk')).toBeVisible();
  await expect(version).toHaveCount(0);
  await page.getByTestId('profile').selectOption('1.33');
  await expect(version).toHaveText('The places belong to a run of Kubernetes 1.36.3; this one follows 1.33 and may differ.');
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(version).toHaveText('这些位置属于 Kubernetes 1.36.3 的一次运行；此运行遵循 1.33，可能有所不同。');
  await page.evaluate(() => (location.hash = '#s=expectations'));
  await expect(version).toHaveCount(0);
  await expect(page.getByTestId('profile')).toHaveValue('1.33');
});

test('what is done at the end of the story is no part of the story', async ({ page, open }) => {
  await open();
  await page.getByTestId('suspend').click();
  await page.getByTestId('walk-next').click();
  await expect(page.getByTestId('branch')).toHaveValue('1');
  await expect(page.getByTestId('walk-place')).toHaveText('place 3 of 8');
  await page.getByTestId('branch').selectOption('0');
  await expect(page.getByTestId('why')).toContainText('spec.suspend');
});

test('a link of a walk can be opened elsewhere', async ({ page, open, context }) => {
  await open();
  await page.getByTestId('walk-toggle').click();
  const link = page.getByRole('link', { name: 'takes its finalizer off' });
  const [other] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(other.getByTestId('position').locator('strong')).toContainText('19.14');
  await expect(page.getByTestId('position').locator('strong')).toContainText('3.16');
  expect(await manifest(other)).toContain('image: perl');
});

test('every scenario opens by its link, and its walk leads to places of its story', async ({ page, open }) => {
  test.slow();
  await open();
  await page.getByTestId('scenarios').click();
  const names = await page.locator('[data-scenario]').evaluateAll((links) => links.map((link) => link.getAttribute('data-scenario')));
  await page.getByTestId('scenarios-close').click();
  await page.getByTestId('walk-toggle').click();
  const position = page.getByTestId('position').locator('strong');
  for (const name of names) {
    await page.evaluate((name) => (location.hash = `#s=${name}`), name);
    const links = page.getByTestId('walk-told').getByRole('link');
    await expect(links.first()).toHaveAttribute('href', new RegExp(`^#s=${name}/`));
    const places = await links.evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/')[1] ?? ''));
    for (const at of [0, places.length - 1]) {
      await links.nth(at).click();
      await expect(position, `${name}, link ${at}`).toHaveText(places[at] ?? '');
    }
    await expect(page.getByTestId('branch'), `${name}`).toHaveCount(0);
  }
});

test('a scenario that cannot be loaded says so, and the run stays', async ({ page, open, complaints }) => {
  await open();
  await page.route('**/conflict-*.js', (route) => route.abort());
  await page.getByTestId('scenarios').click();
  await page.locator('[data-scenario=conflict]').click();
  await expect(page.getByRole('alert')).toContainText('A part of the page could not be loaded');
  await expect(page.getByTestId('position').locator('strong')).toContainText('3.16');
  complaints.splice(0);
});

test('a run that began with another text leaves the walk its scenario, and can be gone back to', async ({ page, open }) => {
  await open();
  await write(page, (await manifest(page)).replace('backoffLimit: 4', 'backoffLimit: 4\n  parallelism: 3\n  completions: 3'));
  await page.getByTestId('start-over').click();
  await expect(page.getByTestId('parallelism')).toHaveText('3');
  await expect(page.getByTestId('walk-strange')).toContainText('Your own Job');
  await page.getByTestId('walk-next').click();
  await expect(page.getByTestId('parallelism')).toHaveText('1');
  await expect(page.getByTestId('walk-strange')).toHaveCount(0);
  await expect(page.getByTestId('position').locator('strong')).toHaveText('2.2');
  await page.getByTestId('return').click();
  await expect(page.getByTestId('parallelism')).toHaveText('3');
});
