/** What a link opens, as the golden links say it. */

import type { Page } from '@playwright/test';
import { manifest } from './fixture.ts';

export interface Moment {
  language: string;
  profile: string;
  /** The scenario that the run came from, by its title. */
  scenario: string;
  /** Empty while there is one only. */
  branch: string;
  position: string;
  /** The sentence of the step. */
  sentence: string;
  status: string;
  /** The text in the editor. */
  text: string;
  tabs: string[];
  size: string;
  /** The page says that something is wrong with the link. */
  isBroken: boolean;
}

export async function moment(page: Page): Promise<Moment> {
  // The last of what is shown at once.
  await page.waitForFunction(() => customElements.get('jobscope-walk'));
  const selected = page.locator('[role=tab][aria-selected=true]');
  const tabs = await selected.evaluateAll((tabs) => tabs.map(({ id }) => id.replace('tab-', '')));
  const value = async (id: string): Promise<string> => {
    const field = page.getByTestId(id);
    return (await field.count()) > 0 ? field.inputValue() : '';
  };
  const seen = {
    language: (await page.locator('html').getAttribute('lang')) ?? '',
    profile: await value('profile'),
    scenario: (await page.getByTestId('walk').locator('h2').allInnerTexts()).join(),
    branch: await value('branch'),
    position: (await page.getByTestId('position').locator('strong').innerText()).trim(),
    sentence: (await page.getByTestId('spoken').textContent()) ?? '',
    tabs,
    size: await value('size'),
    isBroken: (await aside(page)).notice?.problem !== undefined,
  };
  if (!tabs.includes('spec')) await page.getByTestId('tab-spec').click();
  const text = await manifest(page);
  await page.getByTestId('tab-status').click();
  return { ...seen, text, status: await status(page) };
}

/** The lines that are there now, without what the page marks on them. */
async function status(page: Page): Promise<string> {
  const lines = page.getByTestId('status').locator('li > span:last-child:not(.removed)');
  const texts = await lines.evaluateAll((spans) =>
    spans.map(({ childNodes }) =>
      [...childNodes]
        .filter((node) => node instanceof Text || (node instanceof Element && node.matches('.whole')))
        .map((node) => node.textContent)
        .join(''),
    ),
  );
  return texts.map((text) => text.trimEnd()).join('\n');
}

interface Aside {
  dialog?: string;
  notice?: { problem?: object };
}

/** What the page has to show beside the run, which loads when it is shown. */
export function aside(page: Page): Promise<Aside> {
  return page.locator('jobscope-shell').evaluate((shell): Aside => Reflect.get(shell, 'aside') ?? {});
}
