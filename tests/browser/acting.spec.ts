/** The bars below the board, and what goes along with acting: keys, focus, tips, faults, playing, the timeline, the tabs of reasons. */

import { expect, step, test } from './fixture.ts';

test('the focus stays on the pressed control, and the number keys do what may happen next', async ({ open }) => {
  const page = await open();
  const button = page.getByTestId('step');
  await button.focus();
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Enter');
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('Escape');
  const first = page.getByTestId('next').getByRole('button').first();
  const label = (await first.innerText()).replace(/^\d\s*/, '');
  const before = await page.getByTestId('position').innerText();
  await page.keyboard.press('1');
  await expect(page.getByTestId('position'), label).not.toHaveText(before);

  await page.keyboard.press('?');
  await expect(page.getByTestId('help-dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('help-dialog')).toBeHidden();
  // A closing dialog gives the focus back a moment after it is hidden.
  await expect(async () => {
    await page.keyboard.press('e');
    await expect(page.getByTestId('manifest')).toBeFocused({ timeout: 500 });
  }).toPass();
  const at = await page.getByTestId('position').innerText();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('1');
  await expect(page.getByTestId('position')).toHaveText(at);
});

test('what cannot happen now says why, and what can says what it would change', async ({ open }) => {
  const page = await open();
  const tip = page.getByTestId('next-tip');
  await page.getByTestId('off-processJob').hover();
  await expect(tip).toContainText('nothing is in the work queue');
  await page.getByTestId('next-1').focus();
  await expect(tip).toContainText('the cache takes the oldest first');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  const before = await page.getByTestId('position').innerText();
  await page.getByTestId('off-processJob').click({ force: true });
  await expect(page.getByTestId('position')).toHaveText(before);

  const button = page.getByTestId('jump-1000');
  await button.hover();
  const [told, pressed] = await Promise.all([tip.boundingBox(), button.boundingBox()]);
  expect(Math.abs(told!.x + told!.width - pressed!.x - pressed!.width)).toBeLessThan(2);
  expect(told!.y + told!.height).toBeLessThan(pressed!.y);
  await button.click();
  await expect(page.getByTestId('position')).not.toHaveText(before);
  await expect(tip).toHaveCount(0);
});

test('at the start, in the past and at the end the page says what Step does', async ({ open }) => {
  const page = await open();
  const next = page.getByTestId('next');
  for (let moves = 0; moves < 3; moves += 1) await step(page, 'Control+ArrowRight');
  await step(page, 'Home');
  await expect(next).toContainText('Step creates the Job.');
  await expect(page.locator('[data-testid=start]')).toContainText('Press Step.');
  const button = page.getByTestId('step');
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.locator('[data-testid=start]')).toHaveCount(0);
  for (let moves = 0; moves < 60 && (await button.isEnabled()); moves += 1) {
    await step(page, 'Control+ArrowRight');
  }
  await expect(next).toContainText('Nothing by itself');
  await expect(page.getByTestId('ask-notFailed')).toBeVisible();
  await expect(page.getByTestId('ask-notComplete')).toHaveCount(0);
});

test('letters act beside the board alone, and nowhere once they are turned off', async ({ open }) => {
  const page = await open();
  const branch = page.getByTestId('branch');
  const press = async (testId: string, key: string): Promise<void> => {
    await page.getByTestId(testId).focus();
    await page.keyboard.press(key);
  };
  await press('scenarios', 'f');
  await press('tab-outcomes', 'f');
  await expect(branch).toHaveCount(0);
  await press('step', 'f');
  await expect(branch).toHaveValue('1');
  await page.keyboard.press('?');
  await page.getByTestId('single-keys').uncheck();
  await page.keyboard.press('Escape');
  await press('step', 'f');
  await page.keyboard.press('Home');
  await expect(page.getByTestId('position').locator('strong')).toHaveText('0.0');
  await expect(branch).toHaveValue('1');
  await page.reload();
  await press('step', '?');
  await expect(page.getByTestId('help-dialog')).toBeHidden();
});

test('the focus is not lost where what was pressed goes', async ({ open }) => {
  const page = await open();
  const focused = () => page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.tagName;
  });
  await page.getByTestId('delete-job').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('delete-job')).toHaveCount(0);
  expect(await focused()).not.toBe('BODY');
  const pods = page.locator('[data-testid=pod]');
  for (let moves = 0; moves < 20 && (await pods.count()) > 0; moves += 1) await step(page, 'Control+ArrowRight');
  expect(await focused()).not.toBe('BODY');
});

test('inside a step the page says that what one does comes after it', async ({ open }) => {
  const page = await open();
  await expect(page.getByTestId('after-step')).toHaveCount(0);
  await page.getByTestId('size').selectOption('note');
  await page.getByTestId('back').click();
  await expect(page.getByTestId('after-step')).toContainText('after step 3');
});

test('the tip of an action tells what would come of it', async ({ open }) => {
  const page = await open();
  await page.getByTestId('next-2').hover();
  await expect(page.getByTestId('next-tip')).toContainText(/Foreseen: Paid off 1 creation/);
  await page.getByTestId('jump-10000').hover();
  await expect(page.getByTestId('next-tip')).toContainText('by 10 s');
});

test('where one acts, the page says that the steps behind are kept', async ({ open }) => {
  const page = await open();
  for (let moves = 0; moves < 60; moves += 1) await page.keyboard.press('Control+ArrowRight');
  await expect(page.getByTestId('next')).toContainText('Nothing by itself');
  await page.getByTestId('suspend').click();
  await page.keyboard.press('Escape');
  await step(page, 'Shift+ArrowLeft');
  await expect(page.getByTestId('next')).toContainText('Step repeats what is recorded');
});

test('a crash can be set after any request, and outcomes differ by index and attempt', async ({ open }) => {
  const page = await open();
  await page.getByTestId('crash-requests').fill('3');
  await page.getByTestId('crash-later').click();
  await expect(page.getByTestId('armed')).toContainText('Crash after 3 requests');
  await page.getByTestId('fault').selectOption('deletePod tooManyRequests');
  await page.getByTestId('arm').click();
  await expect(page.getByTestId('armed')).toContainText('Next pod delete too many requests (429)');
  await page.getByTestId('arm').click();
  await expect(page.getByTestId('armed').locator('.armed')).toHaveText([/too many requests \(429\) × 2$/, /3 requests/]);

  // What is chosen stays where the page gets narrow.
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect(page.getByTestId('fault')).toHaveValue('deletePod tooManyRequests');
  await expect(page.getByTestId('crash-requests')).toHaveValue('3');
  await page.getByTestId('clear-faults').click();

  await page.getByTestId('tab-outcomes').click();
  const exceptions = page.getByTestId('exceptions');
  await exceptions.getByLabel('attempt').fill('1');
  await page.getByTestId('add-exception').click();
  await expect(exceptions.getByRole('listitem')).toHaveText(/attempt 1: fails, exit code 1/);
  await page.keyboard.press('Escape');
  for (let moves = 0; moves < 6; moves += 1) await page.keyboard.press('Control+ArrowRight');
  await expect(page.getByTestId('pod').filter({ hasText: 'Failed, exit 1' })).toHaveCount(1);
  // Of the same pods the last word counts, and an index fits no pod of a Job without indexes.
  await exceptions.getByTestId('exception-ending').selectOption('hang');
  await page.getByTestId('add-exception').click();
  await expect(exceptions.getByRole('listitem')).toHaveText(/attempt 1: runs? for ever/);
  await expect(page.getByTestId('no-index')).toHaveCount(0);
  await exceptions.getByLabel('index').fill('0');
  await page.getByTestId('add-exception').click();
  await expect(exceptions.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByTestId('no-index')).toContainText('not Indexed');
  for (const left of [1, 0]) {
    await exceptions.getByRole('button', { name: 'Remove' }).first().click();
    await expect(exceptions.getByRole('listitem')).toHaveCount(left);
  }
});

test('playing goes on by itself until it is paused, and the scrubber says where it is', async ({ open }) => {
  const page = await open();
  await page.keyboard.press('Space');
  await expect(page.getByTestId('play')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('position')).toContainText(/([6-9]|\d\d)\.\d+/);
  await page.keyboard.press('Space');
  await expect(page.getByTestId('play')).toHaveAttribute('aria-pressed', 'false');
  const scrubber = page.getByTestId('scrubber');
  await scrubber.fill('2');
  await expect(page.getByTestId('position')).toContainText('2.2 of');
  await expect(scrubber).toHaveAttribute('aria-valuetext', /^step 2 of \d+, delivery, note 2 of 2, t 00:00$/);
});

test('inside a step the thumb stands inside it, and its keys go to the ends of steps', async ({ open }) => {
  const page = await open();
  const scrubber = page.getByTestId('scrubber');
  const value = async () => Number(await scrubber.inputValue());
  expect(await value()).toBe(3);
  await page.getByTestId('size').selectOption('note');
  await page.getByTestId('back').click();
  await expect(page.getByTestId('position')).toHaveText(/3\.15\s+of 3\.16/);
  expect(await value()).toBeCloseTo(2 + 15 / 16);
  await scrubber.focus();
  for (const [key, place] of [
    ['ArrowRight', '3.16'],
    ['ArrowLeft', '2.'],
    ['PageUp', '3.16'],
    ['Home', '0.0'],
    ['ArrowLeft', '0.0'],
    ['End', '3.16'],
    ['ArrowRight', '3.16'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByTestId('position').locator('strong'), key).toContainText(place);
    expect(Number.isInteger(await value()), key).toBe(true);
  }
});

test('the told note comes into sight in its list, and the reason stays where it is', async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await open();
  const told = page.getByTestId('notes').locator('[aria-current]');
  const why = page.getByTestId('why-title');
  const before = await why.boundingBox();
  await page.getByTestId('size').selectOption('note');
  await page.keyboard.press('Escape');
  for (let notes = 15; notes > 9; notes -= 1) {
    await page.getByTestId('back').click();
    await expect(told).toContainText(String(notes));
    await expect(told).toBeInViewport();
    expect((await why.boundingBox())?.y).toBe(before?.y);
  }
});

test('Events are listed newest first, and kubectl says when the status is older than the pods', async ({ open }) => {
  const page = await open();
  await page.getByTestId('tab-kubectl').click();
  await expect(page.getByTestId('kubectl-output')).toContainText('pi');
  await expect(page.getByTestId('kubectl-lags')).toHaveCount(0);
  await page.locator('[data-act=succeed]').first().click();
  await expect(page.getByTestId('kubectl-lags')).toBeVisible();
  await page.getByTestId('kubectl-describeJob').click();
  const output = page.getByTestId('kubectl-output');
  await expect(output).toHaveClass(/wrapped/);
  await page.getByTestId('kubectl-wrap').uncheck();
  await expect(output).toHaveCSS('white-space', 'pre');
  await page.keyboard.press('Escape');
  for (let moves = 0; moves < 30; moves += 1) await page.keyboard.press('Control+ArrowRight');
  await expect(page.getByTestId('kubectl-lags')).toHaveCount(0);
  await page.getByTestId('tab-events').click();
  await expect(page.getByTestId('events').getByRole('listitem')).toContainText(['Completed', 'SuccessfulCreate']);
});
