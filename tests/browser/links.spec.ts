/** Links: each opens what it opened when it was made, and one that is broken says so and opens what it can. */

import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, manifest, ready, test, write } from './fixture.ts';
import { aside, moment, type Moment } from './moment.ts';

const golden = JSON.parse(readFileSync(new URL('../golden/links.json', import.meta.url), 'utf8')) as {
  what: string;
  link: string;
  opens: Moment;
}[];

/** The fragment that the page offers of this moment. */
async function share(page: Page): Promise<string> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(page.getByTestId('share-link')).toHaveValue(/#/);
  const address = await page.getByTestId('share-link').inputValue();
  await page.getByTestId('share-close').click();
  await expect(page.getByTestId('share-dialog')).toHaveCount(0);
  return address.slice(address.indexOf('#'));
}

/** A link pasted into the address of an open page. */
async function paste(page: Page, fragment: string): Promise<void> {
  await page.evaluate((fragment) => (location.hash = fragment), fragment);
}

/** The page as somebody else opens it, who has never been there. */
async function elsewhere(page: Page, fragment: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(`./${fragment}`);
  await ready(page);
}

for (const { what, link, opens } of golden) {
  test(`a golden link still opens: ${what}`, async ({ page }) => {
    await page.goto(`./${link}`);
    await ready(page);
    if ((await aside(page)).dialog === 'scenarios') await page.getByTestId('scenarios-close').click();
    expect(await moment(page)).toEqual(opens);
  });
}

test('everything that a person sees comes back from a link', async ({ page, open }) => {
  await open();
  await expect(page.getByTestId('own-writes')).toBeVisible();
  await page.getByTestId('profile').selectOption('1.33');
  await expect(page.getByTestId('own-writes')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('parallelism-up').click();
  await page.keyboard.press('Escape');
  for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.getByTestId('size').selectOption('note');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await write(page, `${await manifest(page)}\n# 还没有应用`);
  await page.getByTestId('tab-events').click();
  await page.getByTestId('tab-outcomes').click();
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByTestId('branch').locator('option')).toHaveCount(2);
  const link = await share(page);
  const here = await moment(page);
  expect(here).toMatchObject({ language: 'zh-CN', profile: '1.33', branch: '1', size: 'note', tabs: ['outcomes', 'events'] });

  await elsewhere(page, link);
  expect(await moment(page)).toEqual(here);
  // What a link says of the language is not the reader's choice.
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByTestId('branch').selectOption('0');
  await expect(page.getByTestId('profile')).toHaveValue('1.33');
});

test('a run that is a scenario has its short link, until somebody does something else', async ({ page, open }) => {
  await open();
  expect(await share(page)).toBe('#s=first-job/3.16&lang=en');
  for (let steps = 0; steps < 30; steps += 1) await page.keyboard.press('ArrowRight');
  const position = (await page.getByTestId('position').locator('strong').innerText()).trim();
  const link = await share(page);
  expect(link).toBe(`#s=first-job/${position}&lang=en`);
  const here = await moment(page);

  await elsewhere(page, link);
  expect(await moment(page)).toEqual(here);
  await page.getByTestId('tab-status').focus();
  await page.keyboard.press('Escape');
  await page.getByTestId('fork').click();
  expect(await share(page)).toMatch(/^#j1:/);
});

test('the chosen one of many pods comes back from a link', async ({ page, open }) => {
  await open();
  await write(page, (await manifest(page)).replace('spec:\n', 'spec:\n  completions: 90\n  parallelism: 90\n'));
  await page.getByTestId('start-over').click();
  await page.getByTestId('map').click({ position: { x: 40, y: 8 } });
  const card = page.getByTestId('pod');
  await expect(card).toHaveCount(1);
  const chosen = await card.innerText();
  const link = await share(page);
  await elsewhere(page, link);
  await expect(card).toHaveText(chosen.replace(/\s+/g, ' '), { useInnerText: true });
});

test('a link that is pasted into an open page opens, and the run before it is kept', async ({ page, open }) => {
  await open();
  await page.getByTestId('suspend').click();
  await write(page, `${await manifest(page)}\n# mine`);
  const mine = await moment(page);
  await paste(page, '#s=first-job/19.12&size=note');
  await expect(page.getByTestId('position').locator('strong')).toContainText('19.12');
  await expect(page.getByTestId('size')).toHaveValue('note');
  await expect(page.getByTestId('arrival')).toContainText('Your run before this one is kept');
  await expect(page.getByRole('alert')).toHaveCount(0);

  // A scenario that was only looked at is not kept in its place.
  await paste(page, '#s=first-job/5');
  await expect(page.getByTestId('position').locator('strong')).toContainText('5.3');
  await page.getByTestId('return').click();
  await expect(page.getByTestId('position').locator('strong')).toContainText(mine.position);
  expect(await moment(page)).toEqual(mine);
  expect(await page.evaluate(() => location.hash)).toBe('');
});

test('stepping leaves the address and its history alone', async ({ page, open }) => {
  await open('./#s=first-job/3.9');
  const before = await page.evaluate(() => [location.href, history.length]);
  for (const key of ['ArrowRight', 'ArrowLeft', 'Control+ArrowRight', 'f', 'Home']) await page.keyboard.press(key);
  await page.getByTestId('walk-next').click();
  await share(page);
  expect(await page.evaluate(() => [location.href, history.length])).toEqual(before);
});

const sayings: [fragment: string, said: string][] = [
  ['#s=first-job/900.1', 'This link cannot be opened as it is. Its run has no place 900.1. This is the nearest one.'],
  ['#s=first-job/seven', '“seven” is no place; a place is a step and a note, such as 7.2. Everything else is as the link says.'],
  ['#s=first-job&size=huge', '“size=huge” is no setting; one looks like size=note. Everything else is as the link says.'],
  ['#s=first-job&lang=fr', '“lang=fr” is no setting; one looks like size=note. Everything else is as the link says.'],
  ['#s=first-job&profile=0.1', 'There is no version “0.1” of Kubernetes here. Everything else is as the link says.'],
  ['#j7:abc', 'It has format 7, which a later Jobscope wrote.'],
  ['#j1:abc', 'It was cut off or altered; copy the whole link again.'],
  ['#chapter', '“chapter” is not how a link of Jobscope begins.'],
];

for (const [fragment, said] of sayings) {
  test(`the page says what is wrong with ${fragment}, once, and until it is dismissed`, async ({ page, open }) => {
    await open(`./${fragment}`);
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(page.getByRole('alert')).toContainText(said);
    await page.getByTestId('dismiss').click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByTestId('position')).toContainText(/\d+\.\d+/);
  });
}

test('a broken link that comes to an open page leaves the run alone, or keeps it', async ({ page, open }) => {
  await open();
  await page.getByTestId('parallelism-up').click();
  const mine = await moment(page);
  await paste(page, '#j1:abc');
  await expect(page.getByRole('alert')).toContainText('Nothing on the screen has changed.');
  expect({ ...(await moment(page)), isBroken: false }).toEqual({ ...mine, tabs: ['spec', 'status'] });

  const cut = golden.find(({ what }) => what === 'a link that was cut off')?.link ?? '';
  await paste(page, cut);
  await expect(page.getByRole('alert')).toContainText('Its manifest could be read: this is a new run of it.');
  await page.getByTestId('return').click();
  await expect(page.getByTestId('parallelism')).toHaveText('2');
});

test('a scenario that there is not opens the menu, which says so', async ({ page, open }) => {
  await open('./#s=nothing/3.1');
  const dialog = page.getByTestId('scenarios-dialog');
  await expect(dialog.getByRole('alert')).toHaveText('There is no scenario “nothing”.');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await dialog.locator('[data-scenario=first-job]').click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId('arrival')).toHaveCount(0);
  expect(await page.evaluate(() => location.hash)).toBe('#s=first-job');
});

test('a text that no run can be made of is kept in the editor', async ({ page, open }) => {
  const { deflateSync } = await import('node:zlib');
  const text = 'kind: Job\nspec: [';
  const link = `#j1:${deflateSync(JSON.stringify({ text, jobscope: 2 })).toString('base64url')}`;
  await open(`./${link}`);
  await expect(page.getByRole('alert')).toContainText('Its manifest could be read, and is in the editor.');
  expect(await manifest(page)).toBe(text);
  await expect(page.getByTestId('mistakes')).toBeVisible();
  await expect(page.getByTestId('why')).toContainText('Created 1 pod');
});
