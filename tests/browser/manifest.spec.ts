/** The manifest in the editor: what is wrong with it is marked in its line, and the run stays. */

import type { Page } from '@playwright/test';
import { expect, manifest, test, write } from './fixture.ts';

async function edit(page: Page, from: string, to: string): Promise<void> {
  const text = await manifest(page);
  expect(text).toContain(from);
  await write(page, text.replace(from, to));
}

async function marked(page: Page): Promise<string[]> {
  return page.getByTestId('editor').locator('.cm-gutterElement.mistake').allInnerTexts();
}

test('bad YAML marks its line as it is typed, and keeps the run', async ({ open }) => {
  const page = await open();
  const position = await page.getByTestId('position').innerText();
  await edit(page, 'image: perl', 'image: "perl');
  await expect(page.getByTestId('mistakes')).toContainText(/Line \d+:\d+/);
  expect(await marked(page)).toHaveLength(1);

  await page.getByTestId('start-over').click();
  await expect(page.getByTestId('mistakes')).toBeVisible();
  await expect(page.getByTestId('position')).toHaveText(position);
  await expect(page.getByTestId('pod')).toHaveCount(1);
});

test('a field that no Job has is marked', async ({ open }) => {
  const page = await open();
  await edit(page, 'backoffLimit: 4', 'backoffLimits: 4');
  await expect(page.getByTestId('mistakes')).toContainText('Line 13:3');
  await expect(page.getByTestId('mistakes')).toContainText('backoffLimits');
  expect(await marked(page)).toEqual(['13']);
});

test('an update that the API server refuses marks the field, and keeps the run', async ({ open }) => {
  const page = await open();
  await edit(page, 'image: perl', 'image: python');
  await page.getByTestId('apply').click();
  await expect(page.getByTestId('mistakes')).toContainText('field is immutable');
  await expect(page.getByTestId('mistakes')).toContainText('Line 6:3');
  expect(await marked(page)).toEqual(['6']);
  await expect(page.getByTestId('why')).toContainText('Refused');
  await expect(page.getByTestId('pod')).toHaveCount(1);
});

test('an update that is taken changes the running Job', async ({ open }) => {
  const page = await open();
  await edit(page, 'spec:\n  template', 'spec:\n  completions: 1\n  parallelism: 3\n  template');
  await page.getByTestId('apply').click();
  await expect(page.getByTestId('mistakes')).toHaveCount(0);
  await expect(page.getByTestId('parallelism')).toHaveText('3');
});

test('starting over runs the new manifest from the start', async ({ open }) => {
  const page = await open();
  await edit(page, 'name: pi', 'name: tau');
  await edit(page, 'spec:\n  template', 'spec:\n  completions: 3\n  parallelism: 2\n  template');
  await page.getByTestId('start-over').click();
  await expect(page.getByTestId('pod')).toHaveCount(2);
  await expect(page.getByTestId('stored-job')).toContainText('Job tau');
  await expect(page.getByTestId('why')).toContainText('Created 2 pods');
  await expect(page.getByTestId('editor').locator('.cm-gutterElement.reason')).toHaveText(['6', '7']);
});
