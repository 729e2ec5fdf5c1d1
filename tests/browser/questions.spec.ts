/** What a person asks who has only the page: the answers stand in its sentences. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** Steps on until the condition holds. */
async function until(page: Page, holds: () => Promise<boolean>, key = 'ArrowRight'): Promise<void> {
  for (let moves = 0; moves < 40; moves += 1) {
    if (await holds()) return;
    const before = await page.getByTestId('position').innerText();
    await page.keyboard.press(key);
    await expect(page.getByTestId('position')).not.toHaveText(before);
  }
  throw new Error('it never came so far');
}

async function ask(page: Page, question: string): Promise<string> {
  await page.getByTestId(`ask-${question}`).click();
  const answer = page.getByTestId('whynot-answer');
  await expect(answer).toBeVisible();
  return (await answer.innerText()).replace(/\s+/g, ' ').trim();
}

test('why was no second pod created?', async ({ open }) => {
  const page = await open();
  const answer = await ask(page, 'noNewPod');
  expect(answer).toContain('A sync now would come to this, and go no further:');
  // The opening scenario has just created its pod: the controller waits for what it wrote itself.
  expect(answer).toMatch(/cache|owed|wrote/i);
  // Once everything has been seen, it is the number of pods that is wanted.
  await until(page, async () => (await page.getByTestId('pod').filter({ hasText: 'Running' }).count()) > 0);
  await until(page, async () => /1 active pod/.test(await page.getByTestId('whynot-answer').innerText()));
});

test('why is the Job not Complete although the pod succeeded?', async ({ open }) => {
  const page = await open();
  await until(page, async () => (await page.locator('[data-testid=pod] [data-act=succeed]').count()) > 0);
  await page.getByRole('button', { name: /^Hold (the )?pod watch$/i }).first().click();
  await page.locator('[data-testid=pod] [data-act=succeed]').first().click();
  const answer = await ask(page, 'notComplete');
  expect(answer).toMatch(/The controller’s cache is behind by \d+ watch events?, and a watch is held\./);
  expect(answer).toContain('1 pod is finished without the controller knowing it.');
  await expect(page.getByTestId('spoken')).toContainText('without the controller knowing it');
});

test('when will the next retry come, and why then?', async ({ open }) => {
  const page = await open();
  const fail = page.locator('[data-testid=pod] [data-act=fail]');
  await until(page, async () => (await fail.count()) > 0);
  await fail.first().click();
  await page.getByTestId('fail-now').click();
  await page.getByTestId('ask-noNewPod').click();
  const answer = page.getByTestId('whynot-answer');
  await until(page, async () => /back-off ends then/.test(await answer.innerText()));
  const text = (await answer.innerText()).replace(/\s+/g, ' ');
  expect(text).toMatch(/Wait (10|9(\.\d+)?) s before the next pod: 1 failure/);
  expect(text).toMatch(/The Job waits in the queue until \d\d:\d\d(\.\d+)?, in (10|9(\.\d+)?) s: the back-off ends then\./);
});

test('what does the controller believe that is no longer true?', async ({ open }) => {
  const page = await open();
  await page.getByRole('button', { name: /^Hold (the )?pod watch$/i }).first().click();
  await page.getByTestId('ask-notSynced').click();
  await expect(page.getByTestId('whynot-answer')).toContainText('The controller’s cache is behind by');
  // The board says it too: what is really active differs from what the controller sees.
  await expect(page.getByTestId('gap')).toContainText('really active');
  await expect(page.getByTestId('gap')).toContainText('not 1');
});

test('an answer about a pod names it, and goes when the question is withdrawn', async ({ open }) => {
  const page = await open();
  const pod = await page.getByTestId('pod').first().getAttribute('data-pod');
  expect(await ask(page, 'podNotCounted')).toContain(`${pod} is waiting to start, and only finished pods count.`);
  expect(await ask(page, 'podNotRemoved')).toContain(`Nobody has deleted pod ${pod}.`);
  await page.getByTestId('ask-podNotRemoved').click();
  await expect(page.getByTestId('whynot-answer')).toBeHidden();
});
