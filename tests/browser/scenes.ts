/** Scenes of the page that are worth a picture, each reached by the page's own controls. */

import type { Page } from '@playwright/test';
import { expect, failOnDemand, fail, manifest, write } from './fixture.ts';

export interface Scene {
  /** Before the page is opened; a scene that is not waited for shows the page while it starts. */
  before?(page: Page): Promise<unknown>;
  unready?: true;
  reach?(page: Page): Promise<void>;
  /** At each size anew: what is to be in sight. */
  show?(page: Page): Promise<unknown>;
}

async function startOver(page: Page, fields: string): Promise<void> {
  const text = await manifest(page);
  await write(page, text.replace('spec:\n', `spec:\n${fields}`));
  await page.getByTestId('start-over').click();
}

async function press(page: Page, keys: string, times: number): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let time = 0; time < times; time += 1) await page.keyboard.press(keys);
}

async function failPod(page: Page): Promise<void> {
  await page.locator('[data-act=fail]').first().click();
  await page.getByTestId('fail-now').click();
}

/** Pods that only start when they are told to stay as many as they are. */
async function endBy(page: Page, ending: string): Promise<void> {
  await page.getByTestId('tab-outcomes').click();
  await page.getByTestId('ending').selectOption(ending);
  await page.getByTestId('tab-spec').click();
}

async function grow(page: Page, pods: number): Promise<void> {
  await startOver(page, `  completions: ${pods}\n  parallelism: ${pods}\n`);
  await endBy(page, 'hang');
  const exist = page.locator('[data-gap=exist] dd');
  await expect(async () => {
    await page.getByTestId('jump-1000').click();
    await press(page, 'Control+ArrowRight', 1);
    expect(parseInt((await exist.innerText()).replace(',', ''), 10)).toBeGreaterThanOrEqual(pods);
  }).toPass({ timeout: 250_000, intervals: [0] });
}

const noModule = '**/*.wasm';

export const scenes: Record<string, Scene> = {
  opening: {},

  start: { reach: (page) => press(page, 'Home', 1) },

  note: {
    async reach(page) {
      await page.getByTestId('size').selectOption('note');
      for (let note = 0; note < 6; note += 1) await page.getByTestId('back').click();
    },
  },

  tip: {
    async show(page) {
      await page.getByTestId('next-1').scrollIntoViewIfNeeded();
      await page.mouse.move(0, 0);
      await page.getByTestId('next-1').hover();
    },
  },

  held: {
    async reach(page) {
      await page.getByTestId('break-pod-watch').click();
      await page.getByTestId('parallelism-up').click();
      await press(page, 'Control+ArrowRight', 1);
      await page.getByTestId('jump-1000').click();
      await press(page, 'Shift+ArrowRight', 1);
    },
  },

  behind: {
    async reach(page) {
      await page.getByTestId('break-pod-watch').click();
      await page.getByTestId('suspend').click();
      await press(page, 'Shift+ArrowRight', 2);
    },
    show: (page) => page.getByTestId('own-writes').scrollIntoViewIfNeeded(),
  },

  oldest: {
    async reach(page) {
      await page.getByTestId('profile').selectOption('1.19');
      await failPod(page);
      await press(page, 'Shift+ArrowRight', 3);
    },
  },

  several: {
    async reach(page) {
      await startOver(page, '  completions: 8\n  parallelism: 5\n  completionMode: Indexed\n');
      await press(page, 'Control+ArrowRight', 3);
      await failPod(page);
      await page.locator('[data-act=succeed]').first().click();
      await page.locator('[data-act=delete]').nth(3).click();
      await press(page, 'Shift+ArrowRight', 2);
    },
  },

  acts: {
    async reach(page) {
      await press(page, 'Control+ArrowRight', 2);
      await page.getByTestId('more-acts').first().click();
      await page.locator('[data-act=fail]').first().click();
    },
    show: (page) => page.getByTestId('fail-form').scrollIntoViewIfNeeded(),
  },

  branches: {
    async reach(page) {
      await press(page, 'Control+ArrowRight', 2);
      await press(page, 'ArrowLeft', 2);
      await page.getByTestId('parallelism-up').click();
      await press(page, 'ArrowRight', 2);
      await page.getByTestId('fork').click();
    },
  },

  complete: { reach: (page) => press(page, 'Control+ArrowRight', 12) },

  failed: {
    async reach(page) {
      await endBy(page, 'fail');
      await press(page, 'Control+ArrowRight', 60);
      await page.getByTestId('tab-status').click();
    },
  },

  events: {
    async reach(page) {
      await startOver(page, '  completions: 70\n  parallelism: 70\n');
      await press(page, 'Control+ArrowRight', 6);
      await page.getByTestId('tab-events').click();
    },
  },

  whynot: {
    async reach(page) {
      await page.getByTestId('ask-notComplete').click();
    },
    show: (page) => page.getByTestId('whynot-answer').scrollIntoViewIfNeeded(),
  },

  kubectl: {
    async reach(page) {
      await press(page, 'Control+ArrowRight', 2);
      await page.getByTestId('tab-kubectl').click();
      await page.getByTestId('kubectl-describeJob').click();
      await expect(page.getByTestId('kubectl-output')).toContainText('Name:');
    },
  },

  mistake: {
    async reach(page) {
      const text = await manifest(page);
      await write(page, text.replace('image: perl', 'image: python').replace('backoffLimit: 4', 'backoffLimit: -4'));
      await page.getByTestId('apply').click();
    },
    show: (page) => page.getByTestId('mistakes').scrollIntoViewIfNeeded(),
  },

  fields: {
    async reach(page) {
      await page.getByTestId('fields').locator('summary').click();
    },
    show: (page) => page.getByTestId('fields').scrollIntoViewIfNeeded(),
  },

  outcomes: {
    async reach(page) {
      await page.getByTestId('tab-outcomes').click();
      await page.getByTestId('ending').selectOption('fail');
      const exceptions = page.getByTestId('exceptions');
      await exceptions.locator('[name=index]').fill('2');
      await exceptions.locator('[name=attempt]').fill('1');
      await page.getByTestId('add-exception').click();
      await page.getByTestId('exception-ending').selectOption('evict');
      await page.getByTestId('add-exception').click();
    },
    show: (page) => page.getByTestId('outcomes').scrollIntoViewIfNeeded(),
  },

  faults: {
    async reach(page) {
      await page.getByTestId('fault').selectOption('createPod internalError');
      await page.getByTestId('arm').click();
      await page.getByTestId('fault').selectOption('updateStatus timeoutAfterEffect');
      await page.getByTestId('arm').click();
      await page.getByTestId('crash-later').click();
      await page.getByTestId('parallelism-up').click();
      await press(page, 'Shift+ArrowRight', 4);
      await page.getByTestId('arm').click();
    },
    show: (page) => page.getByTestId('arm').scrollIntoViewIfNeeded(),
  },

  orphans: {
    async reach(page) {
      await press(page, 'Control+ArrowRight', 1);
      await page.getByTestId('propagation').selectOption('orphan');
      await page.getByTestId('delete-job').click();
      await press(page, 'Shift+ArrowRight', 4);
      await page.getByTestId('fault').selectOption('patchPod internalError');
      await page.getByTestId('arm').click();
      await page.getByTestId('crash-later').click();
      await press(page, 'ArrowLeft', 2);
      await page.getByTestId('jump-10000').click();
    },
  },

  deleted: {
    async reach(page) {
      await page.getByTestId('delete-job').click();
      await press(page, 'Control+ArrowRight', 6);
    },
  },

  names: {
    async reach(page) {
      const name = 'a-long-name-of-a-job-'.repeat(3).slice(0, 56);
      const text = await manifest(page);
      const long = `name: ${name}\n  namespace: ${'another-namespace-'.repeat(3)}x\n`;
      await write(page, text.replace('name: pi\n', long));
      await page.getByTestId('start-over').click();
      await press(page, 'Shift+ArrowRight', 2);
    },
  },

  cards: { reach: (page) => grow(page, 60) },

  grid: {
    async reach(page) {
      await grow(page, 2_000);
      await page.getByTestId('map').click({ position: { x: 40, y: 40 } });
      await failPod(page);
      await press(page, 'ArrowRight', 2);
    },
  },

  map: {
    async reach(page) {
      await grow(page, 10_000);
      await page.getByTestId('pod-list-open').click();
    },
  },

  help: {
    async reach(page) {
      await page.getByTestId('help').click();
      await expect(page.getByTestId('help-dialog')).toBeVisible();
    },
  },

  walk: {
    async reach(page) {
      await page.getByTestId('walk-toggle').click();
      await page.getByTestId('walk-told').locator('button, a').first().click();
    },
    show: (page) => page.getByTestId('walk').scrollIntoViewIfNeeded(),
  },

  scenarios: {
    async reach(page) {
      await page.getByTestId('scenarios').click();
      await expect(page.getByTestId('scenarios-dialog')).toBeVisible();
    },
  },

  share: {
    async reach(page) {
      await page.getByTestId('parallelism-up').click();
      await page.getByTestId('share').click();
      await expect(page.getByTestId('share-link')).toHaveValue(/#j1:/);
      await page.getByTestId('share-dialog').getByRole('tab').nth(1).click();
    },
  },

  arrival: {
    async reach(page) {
      await page.goto('./#j1:bm90aGluZw');
      await expect(page.getByTestId('arrival')).toBeVisible();
    },
  },

  trouble: {
    before: failOnDemand,
    async reach(page) {
      await fail(page);
      await press(page, 'ArrowRight', 1);
      await expect(page.getByTestId('trouble')).toBeVisible();
    },
  },

  loading: {
    unready: true,
    before: (page) => page.route(noModule, () => {}),
    reach: (page) => expect(page.getByText('Jobscope')).toBeVisible(),
  },

  broken: {
    unready: true,
    before: (page) => page.route(noModule, (route) => route.abort()),
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
};
