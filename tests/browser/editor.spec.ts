/** The editor in the page: typing, completion, help, marks, the form, what is kept, and the way out by keyboard. */

import type { Locator, Page } from '@playwright/test';
import type { FieldTable } from '../../www/src/editor/field-table.ts';
import { expect, manifest, test, write } from './fixture.ts';

const table: FieldTable = {
  Job: { kind: { type: 'string' }, metadata: { type: 'ObjectMeta' }, spec: { type: 'JobSpec' } },
  JobSpec: {
    backoffLimit: { type: 'int32', description: 'How many retries there are. Defaults to 6.' },
    completionMode: { type: 'string', description: 'How completions are tracked.' },
    completions: { type: 'int32', description: 'How many pods shall succeed.' },
    podFailurePolicy: { type: 'PodFailurePolicy', description: 'What follows from a failure.' },
    suspend: { type: 'boolean', description: 'Whether the Job waits.' },
    template: { type: 'PodTemplateSpec' },
  },
  PodFailurePolicy: { rules: { type: '[]PodFailurePolicyRule', description: 'Rules, in order.' } },
  PodFailurePolicyRule: { action: { type: 'string' }, onExitCodes: { type: 'OnExitCodes' } },
  PodTemplateSpec: { spec: { type: 'PodSpec' } },
  PodSpec: { containers: { type: '[]Container', keys: ['name'], description: 'The containers of a pod.' } },
  Container: { image: { type: 'string', description: 'What runs.' }, name: { type: 'string' } },
};

async function opened(page: Page): Promise<Locator> {
  await manifest(page);
  await page.locator('jobscope-editor').evaluate((editor, fields) => Object.assign(editor, { fields }), table);
  return page.getByTestId('manifest');
}

/** The cursor to the end of a line, counted from 1. */
async function toLine(page: Page, line: number): Promise<void> {
  await page.getByTestId('manifest').focus();
  await page.keyboard.press('Control+Home');
  for (let at = 1; at < line; at += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
}

function offers(page: Page): Locator {
  return page.getByRole('listbox').getByRole('option');
}

/** A list takes no key in its first moments, so that nobody picks what was not yet seen. */
async function pick(page: Page, offer: string): Promise<void> {
  await expect(offers(page).first()).toContainText(offer);
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
}

test('what is typed before the editor has loaded is not lost', async ({ page, open }) => {
  const held: (() => void)[] = [];
  await page.route('**/setup-*.js', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await open();
  const area = page.locator('textarea');
  await area.press('Control+Home');
  await area.pressSequentially('# mine');
  await expect.poll(() => held.length).toBe(1);
  held.forEach((release) => release());
  await expect.poll(() => manifest(page)).toMatch(/^# mineapiVersion/);
  await expect(page.getByTestId('manifest')).toBeFocused();
  await page.keyboard.type(' too\n');
  expect(await manifest(page)).toMatch(/^# mine too\napiVersion/);
});

test('without the editor the plain text does', async ({ page, open, complaints }) => {
  await page.route('**/setup-*.js', (route) => route.abort());
  await open();
  await expect(page.getByTestId('field')).toContainText('could not be loaded');
  const area = page.locator('textarea');
  await area.fill((await area.inputValue()).replace('backoffLimit', 'backoffLimits'));
  await expect(page.getByTestId('mistakes')).toContainText('backoffLimits');
  await page.getByTestId('mistakes').getByRole('button').click();
  await expect(area).toBeFocused();
  complaints.splice(0);
});

test('fields and their values are completed, with what must follow them', async ({ open }) => {
  const page = await open();
  await opened(page);
  await toLine(page, 13);
  await page.keyboard.press('Enter');
  await page.keyboard.type('compl');
  await expect(offers(page)).toHaveText([/^completionMode/, /^completions/]);
  await pick(page, 'completionMode');
  await expect(offers(page)).toHaveText(['NonIndexed', 'Indexed']);
  await page.waitForTimeout(150);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect((await manifest(page)).split('\n').slice(12)).toEqual(['  backoffLimit: 4', '  completionMode: Indexed']);

  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Space');
  // What the object has already is not offered again.
  await expect(offers(page)).toHaveText([/^completions/, /^podFailurePolicy/, /^suspend/]);
  await page.keyboard.type('pod');
  await pick(page, 'podFailurePolicy');
  await page.keyboard.type('ru');
  await pick(page, 'rules');
  await page.keyboard.type('act');
  await pick(page, 'action');
  await page.keyboard.type('FailI');
  await pick(page, 'FailIndex');
  expect((await manifest(page)).split('\n').slice(14)).toEqual([
    '  podFailurePolicy:',
    '    rules:',
    '    - action: FailIndex',
  ]);
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('Control+z');
  expect(await manifest(page)).toMatch(/backoffLimit: 4$/);
});

test('the field at the cursor is explained below, and above it when asked', async ({ open }) => {
  const page = await open();
  await opened(page);
  await toLine(page, 13);
  await expect(page.getByTestId('field')).toHaveText(/^spec\.backoffLimit int32\s*How many.*are\. Defaults to 6\.$/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+Home');
  for (let at = 1; at < 8; at += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F1');
  const help = page.locator('.cm-tooltip .help, .cm-tooltip.help');
  await expect(help).toContainText('spec.template.spec.containers []Container · list keyed by name');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page.getByTestId('manifest')).toBeFocused();
  await page.getByText('image', { exact: true }).hover();
  await expect(help).toContainText('What runs.');
});

test('a mistake is marked at its characters, and its place in the list leads there', async ({ open }) => {
  const page = await open();
  await write(page, (await manifest(page)).replace('backoffLimit: 4', 'backoffLimits: 4   # so many'));
  const mark = page.locator('.cm-mistake');
  await expect(mark.first()).toBeVisible();
  expect((await mark.allInnerTexts()).join('')).toBe('backoffLimits');
  await expect(page.getByTestId('manifest')).toHaveAttribute('aria-invalid', 'true');
  await mark.first().hover();
  await expect(page.locator('.cm-tooltip .help, .cm-tooltip.help')).toContainText('backoffLimits');

  await page.getByTestId('mistakes').getByRole('button', { name: 'Line 13:3' }).click();
  await expect(page.getByTestId('manifest')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  await expect.poll(() => manifest(page)).toContain('\n  xbackoffLimits: 4   # so many');
});

test('a wrong value is marked, and of a block its name', async ({ open }) => {
  const page = await open();
  const mark = async () => (await page.locator('.cm-mistake').allInnerTexts()).join('');
  await write(page, (await manifest(page)).replace('backoffLimit: 4', 'backoffLimit:  -4  # less'));
  await page.getByTestId('apply').click();
  await expect.poll(mark).toBe('-4');
  await write(page, (await manifest(page)).replace('-4', '4').replace('image: perl', 'image: python'));
  await page.getByTestId('apply').click();
  await expect.poll(mark).toBe('template');
});

test('a warning is told from a mistake', async ({ open }) => {
  const page = await open();
  await manifest(page);
  await page.locator('jobscope-spec').evaluate((spec) => {
    const place = { line: 13, column: 3, lastLine: 13, from: 0, to: 10 };
    const warning = { message: 'It is old.', path: '', severity: 'warning', place };
    Object.assign(spec, { mistakes: [warning, { message: 'It is wrong.', path: '', place: { ...place, from: 11, to: 19 } }] });
  });
  await expect(page.locator('.cm-warning')).toHaveText('apiVersion');
  expect((await page.locator('.cm-mistake').allInnerTexts()).join('')).toBe(' batch/v');
  await expect(page.locator('.cm-gutterElement.mistake')).toHaveText('1');
  await expect(page.getByTestId('mistakes').locator('.warning')).toContainText('It is old.');
});

test('the form changes one field, and nothing else of the text', async ({ open }) => {
  const page = await open();
  const text = (await manifest(page)).replace('spec:\n', 'spec: # of the Job\n').replace('limit: 4', 'limit:   4 # few');
  await write(page, text);
  await page.getByTestId('fields').locator('summary').click();
  const position = await page.getByTestId('position').innerText();
  const field = (name: string) => page.locator(`[data-field=${name}]`);
  await expect(field('backoffLimit')).toHaveValue('4');
  await field('completions').fill('3');
  // What is half typed stays while the run goes on.
  await page.getByTestId('play').dispatchEvent('click');
  await expect(page.getByTestId('position')).not.toHaveText(position);
  await page.getByTestId('play').dispatchEvent('click');
  await field('completions').press('Enter');
  await field('completionMode').selectOption('Indexed');
  await field('backoffLimit').fill('5');
  await field('backoffLimit').press('Tab');
  const changed = text
    .replace('# of the Job\n', '# of the Job\n  completionMode: Indexed\n  completions: 3\n')
    .replace(/(backoffLimit: +)4/, '$15');
  await expect.poll(() => manifest(page)).toBe(changed);
  await field('completionMode').selectOption('');
  await field('completions').fill('');
  await field('completions').press('Enter');
  await expect.poll(() => manifest(page)).toBe(text.replace(/(backoffLimit: +)4/, '$15'));

  await write(page, 'spec: [');
  await expect(field('completions')).toBeDisabled();
  await expect(page.getByTestId('fields')).toContainText('cannot be read yet');
});

test('the text outlives a reload, goes when it is reset, and comes back when asked', async ({ page, open }) => {
  await open();
  const own = await manifest(page);
  const mine = own.replace('backoffLimit: 4', 'backoffLimits: 4');
  await write(page, mine);
  await page.reload();
  expect(await manifest(page)).toBe(mine);
  await expect(page.getByTestId('mistakes')).toContainText('backoffLimits');
  await expect(page.getByTestId('pod')).toHaveCount(1);

  await page.getByTestId('reset').click();
  await expect.poll(() => manifest(page)).toBe(own);
  await expect(page.getByTestId('mistakes')).toHaveCount(0);
  await page.getByTestId('undo-reset').click();
  await expect.poll(() => manifest(page)).toBe(mine);
  await page.getByTestId('reset').click();
  await page.reload();
  expect(await manifest(page)).toBe(own);
});

test('what is changed while the Job runs can be taken into the text, which keeps everything else', async ({ open }) => {
  const page = await open();
  const own = await manifest(page);
  const differs = page.getByTestId('differs');
  await page.getByTestId('parallelism-up').click();
  await page.getByTestId('suspend').click();
  await expect(differs).toContainText('parallelism: 2, suspend: true');
  await page.getByTestId('take').click();
  await expect(differs).toHaveCount(0);
  const taken = own.replace('spec:\n', 'spec:\n  suspend: true\n  parallelism: 2\n');
  expect(await manifest(page)).toBe(taken);
  await page.getByTestId('apply').click();
  await expect(page.getByTestId('parallelism')).toHaveText('2');
  await expect(differs).toHaveCount(0);
  // What the text was made to say differs on purpose.
  await write(page, taken.replace('parallelism: 2', 'parallelism: 5'));
  await expect(page.getByTestId('reset')).toBeVisible();
  await expect(differs).toHaveCount(0);
});

test('a value that the text does not say is not told to stand in it', async ({ page, open }) => {
  await open();
  await write(page, (await manifest(page)).replace('spec:\n', 'spec:\n  completions: 5\n  parallelism: 2\n'));
  await page.getByTestId('start-over').click();
  await page.getByTestId('step').focus();
  const inputs = page.getByTestId('inputs');
  await expect(inputs).toContainText('spec, line 7');
  await page.keyboard.press('Control+ArrowRight');
  await page.getByTestId('parallelism-up').click();
  await page.getByTestId('step').focus();
  await expect(async () => {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByTestId('why')).toContainText('Created 1 pod', { timeout: 500 });
  }).toPass();
  await expect(inputs.getByRole('row', { name: /^parallelism 3/ })).toContainText('spec, as cached');
  await expect(inputs.getByRole('row', { name: /^completions 5/ })).toContainText('spec, line 6');
});

test('where there is no Job, the text creates one, after whatever was prepared for it', async ({ page, open }) => {
  await open();
  const apply = page.getByTestId('apply');
  await expect(apply).toHaveText('Apply to the running Job');
  await page.keyboard.press('Home');
  await expect(apply).toHaveText('Create the Job');
  await page.getByTestId('break-pod-watch').click();
  await expect(page.getByTestId('stored-job')).toHaveCount(0);
  await expect(page.getByTestId('next')).toContainText('No Job is there');
  await apply.click();
  await expect(page.getByTestId('stored-job')).toContainText('rev 2');
  await expect(apply).toHaveText('Apply to the running Job');
  await expect(page.getByTestId('mistakes')).toHaveCount(0);
  await expect(page.getByTestId('branch')).toHaveValue('1');
});

test('a text about another Job is not applied to the one that the page follows', async ({ page, open }) => {
  await open();
  const position = await page.getByTestId('position').innerText();
  await write(page, (await manifest(page)).replace('name: pi\n', 'name: tau\n'));
  await page.getByTestId('apply').click();
  await expect(page.getByTestId('mistakes')).toContainText('Line 4:');
  await expect(page.getByTestId('mistakes')).toContainText('The page follows one Job, default/pi');
  await expect(page.getByTestId('position')).toHaveText(position);
  await page.getByTestId('start-over').click();
  await expect(page.getByTestId('stored-job')).toContainText('tau');
});

test('a refused update keeps the text, and what kubectl would print can be copied', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open();
  const text = (await manifest(page)).replace('image: perl', 'image: python # mine');
  await write(page, text);
  await page.getByTestId('apply').click();
  await expect(page.getByTestId('mistakes')).toContainText('field is immutable');
  expect(await manifest(page)).toBe(text);

  await page.locator('jobscope-spec').evaluate((spec) => Object.assign(spec, { kubectlText: 'The Job "pi" is invalid' }));
  await page.getByTestId('copy-kubectl').click();
  await expect(page.getByTestId('copy-kubectl')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('The Job "pi" is invalid');
});

test('Tab indents, and Escape then Tab leaves the editor', async ({ open }) => {
  const page = await open();
  const own = await manifest(page);
  const content = page.getByTestId('manifest');
  await expect(content).toHaveAccessibleDescription(/Esc and then Tab leaves/);
  await toLine(page, 13);
  await page.keyboard.press('Tab');
  await expect(content).toBeFocused();
  expect(await manifest(page)).not.toBe(own);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('apply')).toBeFocused();
  expect(await manifest(page)).toBe(own);
});

test('another language reaches the editor', async ({ open }) => {
  const page = await open();
  await manifest(page);
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.getByTestId('manifest')).toHaveAccessibleName('Job 的清单，YAML 格式');
  await expect(page.getByTestId('manifest')).toHaveAccessibleDescription(/补全/);
});
