/** The dialog for sharing: texts for other places, copying, and files. */

import type { Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, manifest, ready, test, write } from './fixture.ts';
import { moment } from './moment.ts';

/** The test that a person copies, kept where the native tests compile and run it. */
const COPIED = new URL('../native/copied.rs', import.meta.url);

async function openShare(page: Page): Promise<void> {
  await page.getByTestId('share').click();
  await expect(page.getByTestId('share-link')).toHaveValue(/#/);
}

async function snippet(page: Page, kind: string): Promise<string> {
  await page.getByTestId(`tab-${kind}`).click();
  return page.getByTestId('share-snippet').inputValue();
}

/** The Job of the opening scenario, with a failed pod and a branch. */
async function failed(page: Page): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-act=fail]').first().click();
  await page.getByTestId('fail-now').click();
  await page.keyboard.press('Escape');
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByTestId('branch')).toHaveValue('1');
}

test('a scenario can be put into other places by its name', async ({ page, open }) => {
  await open();
  const base = page.url();
  await openShare(page);
  await page.getByTestId('with-view').uncheck();
  const link = `${base}#s=first-job/3.16`;
  await expect(page.getByTestId('share-link')).toHaveValue(link);
  await expect(page.getByTestId('share-length')).toHaveText(`${link.length} characters`);
  expect(await snippet(page, 'markdown')).toBe(`[Job pi at step 3.16, in Jobscope](${link})`);
  expect(await snippet(page, 'element')).toBe(
    `<script type="module" src="${base}element/job-scope.js"></script>\n` +
      '<job-scope scenario="first-job" step="3.16"></job-scope>',
  );
  expect(await snippet(page, 'frame')).toBe(
    `<iframe src="${base}embed.html#s=first-job/3.16" title="Job pi at step 3.16, in Jobscope" width="100%" height="640" loading="lazy"></iframe>`,
  );
});

test('a run of one’s own goes into an element as its manifest, and into a frame as a whole', async ({ page, open }) => {
  await open();
  await write(page, (await manifest(page)).replace('name: pi', 'name: "<b>&"').replace('backoffLimit: 4', 'backoffLimit: 1'));
  await write(page, (await manifest(page)).replace('"<b>&"', 'other'));
  await page.getByTestId('start-over').click();
  await openShare(page);
  expect(await snippet(page, 'element')).toMatch(
    /^<script .*><\/script>\n<job-scope profile="1\.36\.3" lang="en">\n {2}<script type="application\/yaml">\napiVersion[^]+backoffLimit: 1\n {2}<\/script>\n<\/job-scope>$/,
  );
  expect(await snippet(page, 'frame')).toMatch(/^<iframe src="[^"]+embed\.html#j1:[\w-]+&amp;lang=en" /);
});

test('copying is told, and where it is refused the text is selected', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open();
  await page.keyboard.press('s');
  await expect(page.getByTestId('copy-link')).toBeFocused();
  await expect(page.getByTestId('share-link')).toHaveValue(/#s=/);
  await page.keyboard.press('Enter');
  const said = page.getByTestId('share-said');
  await expect(said).toHaveText('Copied: Link');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.getByTestId('share-link').inputValue());

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  const text = await snippet(page, 'test');
  await page.getByTestId('copy-snippet').click();
  await expect(said).toContainText('It is selected');
  await expect(page.getByTestId('share-snippet')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('share')).toHaveCount(1);
  await expect(page.getByTestId('share-dialog')).toHaveCount(0);
});

test('a run goes into a file and comes back from it', async ({ page, open }) => {
  await open();
  await failed(page);
  await write(page, `${await manifest(page)}\n# 还没有应用`);
  await openShare(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-trace').click()]);
  await expect(page.getByTestId('share-said')).toHaveText('Saved: pi.jobscope.json');
  expect(download.suggestedFilename()).toBe('pi.jobscope.json');
  const saved = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(saved)).toMatchObject({ jobscope: 2, profile: '1.36.3', scenario: 'first-job', branch: 1 });
  await page.getByTestId('share-close').click();
  const here = await moment(page);

  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto('./#s=first-job');
  await ready(page);
  await page.getByTestId('suspend').click();
  await openShare(page);
  const file = { name: 'pi.jobscope.json', mimeType: 'application/json', buffer: Buffer.from(saved) };
  await page.getByTestId('trace-file').setInputFiles(file);
  await expect(page.getByTestId('share-dialog')).toHaveCount(0);
  expect({ ...(await moment(page)), tabs: here.tabs }).toEqual(here);
  // The run before it is still there.
  await page.getByTestId('return').click();
  await expect(page.getByTestId('branch')).toHaveCount(0);
});

const files: [what: string, text: string, said: RegExp][] = [
  ['is no JSON', '{"jobscope": 2,\n]', /It holds no run of Jobscope: .*line 2/],
  ['is something else', '{"apiVersion": "batch/v1"}', /It holds no run of Jobscope: jobscope\.\s*$/],
  ['is of a later version', '{"jobscope": 9}', /It has format 9, which a later Jobscope wrote\.\s*$/],
  ['is of a version of Kubernetes that there is not', '{"jobscope": 2, "profile": "9.9", "branches": [], "branch": 0}', /There is no version “9\.9” of Kubernetes here\.\s*$/],
  [
    'has an action that there is not',
    '{"jobscope": 2, "profile": "1.33", "branches": [{"forkedAt": 0, "actions": [{"action": "deliver", "kind": "node"}]}], "branch": 0}',
    /branches\[0\]\.actions\[0\]\.kind/,
  ],
];

for (const [what, text, said] of files) {
  test(`a file that ${what} says so, and nothing is lost`, async ({ page, open }) => {
    await open();
    await page.getByTestId('suspend').click();
    await openShare(page);
    const file = { name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.getByTestId('trace-file').setInputFiles(file);
    await expect(page.getByRole('alert')).toHaveText(new RegExp(`^\\s*This file cannot be opened\\. [^]*${said.source}`));
    await page.getByTestId('share-close').click();
    await expect(page.getByTestId('why')).toContainText('spec.suspend');
  });
}

test('a file can be dropped on the dialog', async ({ page, open }) => {
  await open();
  await openShare(page);
  const text = '{"jobscope": 2, "profile": "1.27", "branches": [{"forkedAt": 0, "actions": [{"action": "passTime", "ms": 1000}]}], "branch": 0}';
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'run.json', { type: 'application/json' }));
    return transfer;
  }, text);
  await page.getByTestId('share-dialog').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByTestId('share-dialog')).toHaveCount(0);
  await expect(page.getByTestId('profile')).toHaveValue('1.27');
  await expect(page.getByTestId('time')).toContainText('00:01');
});

test('a link that is very long says so', async ({ page, open }) => {
  await open();
  const lines = Array.from({ length: 400 }, (_, line) => `# ${((line + 1) ** 7 * 48271).toString(36)}${((line + 3) ** 9).toString(36)}`);
  await write(page, `${await manifest(page)}\n${lines.join('\n')}`);
  await openShare(page);
  await expect(page.getByTestId('share-too-long')).toContainText('some programs cut links as long as this one');
});

test('the dialogs fit a page of 320 px', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open();
  for (const [button, dialog] of [['share', 'share-dialog'], ['scenarios', 'scenarios-dialog']] as const) {
    await page.getByTestId(button).click();
    const { over, small } = await page.getByTestId(dialog).evaluate((dialog) => {
      const buttons = [...dialog.querySelectorAll('button, a, input:not([hidden], [type=checkbox])')].map((one) => one.getBoundingClientRect());
      const over = dialog.scrollWidth - dialog.clientWidth;
      return { over, small: buttons.filter(({ width, height }) => width < 24 || (height < 24 && width < 40)).length };
    });
    expect({ over, small }, dialog).toEqual({ over: 0, small: 0 });
    await page.keyboard.press('Escape');
  }
});

test('the copied test is the one that the native tests run', async ({ page, open }) => {
  await open();
  await failed(page);
  await openShare(page);
  const copied = `//! A run that was copied from the page as a test.\n\n${await snippet(page, 'test')}`;
  if (process.env['UPDATE_COPIED']) writeFileSync(COPIED, copied);
  expect(copied).toBe(readFileSync(COPIED, 'utf8'));
});
