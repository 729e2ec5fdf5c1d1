/** What the static site promises: it works without a network after the first visit, and keeps to its own policy. */

import type { Page } from '@playwright/test';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, manifest, ready, test, write } from './fixture.ts';
import { dist, serve } from './server.ts';

/** The worker answers for the page only once it has all files. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

async function speakChinese(page: Page): Promise<void> {
  await page.getByTestId('language').selectOption('zh-CN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
}

/** The site as it would be with other Chinese words, in a file of another name, and another title. */
async function newer(folder: string): Promise<string> {
  await cp(dist, folder, { recursive: true });
  const files = await readdir(folder, { recursive: true });
  const words = files.map((file) => /zh-CN-([\w-]{8})\.js$/.exec(file)?.[1]).find((hash) => hash !== undefined) ?? '';
  for (const file of files.filter((file) => /\.(js|html)$/.test(file))) {
    const text = await readFile(join(folder, file), 'utf8');
    const changed = text
      .replaceAll(`zh-CN-${words}`, 'zh-CN-other-00')
      .replaceAll('<title>Jobscope', '<title>Newer Jobscope')
      .replace(/"version":"\w+"/, '"version":"newer"');
    if (changed !== text) await writeFile(join(folder, file), changed);
    if (file.includes(words)) await rename(join(folder, file), join(folder, file.replace(words, 'other-00')));
  }
  return folder;
}

test.describe('kept by the browser', () => {
  test.use({ serviceWorkers: 'allow' });

  test('without a network the page, its editor, another language, another Job and another scenario work', async ({ page }) => {
    const server = await serve();
    await page.goto(server.url);
    await ready(page);
    await kept(page);
    await server.close();

    await page.goto(`${server.url}?again`);
    await ready(page);
    await write(page, (await manifest(page)).replace('name: pi', 'name: kept'));
    await page.getByTestId('start-over').click();
    await page.getByTestId('tab-kubectl').click();
    await expect(page.getByTestId('kubectl-output')).toContainText(/^kept /m);
    await speakChinese(page);
    await page.getByTestId('step').click();
    await expect(page.getByTestId('spoken')).toContainText(/[。：]/);
    await page.evaluate(() => (location.hash = '#s=indexed'));
    await expect(page.getByTestId('manifest')).toContainText('completionMode: Indexed');
  });

  test('a newer site does not break a page that is open, and is there when it is loaded anew', async ({ page, complaints }, info) => {
    let folder = dist;
    const server = await serve(() => folder);
    await page.goto(server.url);
    await ready(page);
    await kept(page);

    folder = await newer(info.outputPath('newer'));
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.ready).waiting));
    await speakChinese(page);

    await page.getByTestId('language').selectOption('en');
    await page.reload();
    await ready(page);
    await expect(page).toHaveTitle(/^Newer/);
    await speakChinese(page);
    const later = await page.context().newPage();
    await later.goto(new URL('/not-of-the-site', server.url).href);
    await page.close();
    // The older files go once no page needs them.
    await expect.poll(() => later.evaluate(() => caches.keys())).toEqual([`jobscope ${server.url} newer`]);
    await server.close();
    await later.goto(server.url);
    await ready(later);
    await expect(later).toHaveTitle(/^Newer/);
    expect(complaints).toEqual([]);
  });
});

/** A browser without service workers, which says that it was asked for one. */
async function keepNothing(page: Page): Promise<string[]> {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => console.log('asked for a worker') });
  });
  return told;
}

test('where the browser keeps nothing, only its log of details says so', async ({ page, open }) => {
  const told = await keepNothing(page);
  const detail = page.waitForEvent('console', (message) => message.type() === 'debug' && message.text().includes('not kept for offline use'));
  await open();
  await detail;
  expect(told).toContain('asked for a worker');
});

test('a page in a frame is not kept', async ({ page, server }) => {
  const told = await keepNothing(page);
  await page.setContent(`<iframe src="${server.url}"></iframe>`);
  const frame = page.frameLocator('iframe').locator('html');
  await expect(frame).toHaveAttribute('data-ready', 'true');
  // What waited for an idle moment has had it.
  await frame.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  await frame.evaluate(() => console.log('idle'));
  await expect.poll(() => told).toContain('idle');
  expect(told).not.toContain('asked for a worker');
});

test('the page loads nothing from elsewhere and runs no script but its own', async ({ page, open, complaints }) => {
  await open();
  const violations = await page.evaluate(async (elsewhere) => {
    const told: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => told.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.text = 'document.title = "run"';
    document.head.append(script);
    await fetch(elsewhere).catch(() => undefined);
    // They are told once the scripts have gone on.
    while (told.length < 2) await new Promise(requestAnimationFrame);
    return told;
  }, 'http://127.0.0.1:9/');
  expect(violations).toEqual(['script-src-elem', 'connect-src']);
  await expect(page).not.toHaveTitle('run');
  expect(complaints.splice(0).every((complaint) => complaint.includes('Content Security Policy'))).toBe(true);
});

test('what the page says of itself to browsers and search engines leads to files that there are', async ({ page, open }) => {
  await open();
  for (const name of ['description', 'robots']) await expect(page.locator(`meta[name=${name}]`)).toHaveAttribute('content', /./);
  for (const property of ['title', 'description', 'type']) {
    await expect(page.locator(`meta[property='og:${property}']`)).toHaveAttribute('content', /./);
  }
  const about = await page.request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '');
  const { start_url, icons } = (await about.json()) as { start_url: string; icons: { src: string }[] };
  for (const address of [start_url, ...icons.map(({ src }) => src)]) {
    expect((await page.request.get(new URL(address, about.url()).href)).ok(), address).toBe(true);
  }
});
