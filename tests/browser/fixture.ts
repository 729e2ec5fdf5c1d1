import { test as base, expect, type Page } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serve, type Server } from './server.ts';

export { expect };

const output = fileURLToPath(new URL('./output/', import.meta.url));

/** What the browser's driver says where the configuration has it block the service worker. */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/** What was still loading when one left the page. */
const LEFT = 'net::ERR_ABORTED';

interface PerTest {
  /**
   * What the page has complained of so far: console errors and warnings,
   * uncaught errors, failed requests. A test that ends with any of them fails;
   * one that provokes them takes them out of the list.
   */
  complaints: string[];
  /** Opens the page and waits until it says that it is ready. */
  open(path?: string): Promise<Page>;
  /** Saves a picture of the page as tests/browser/output/NAME.png. */
  picture(name: string, fullPage?: boolean): Promise<void>;
}

interface PerWorker {
  server: Server;
}

export const test = base.extend<PerTest, PerWorker>({
  server: [
    async ({}, use) => {
      const server = await serve();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        const { url, lineNumber } = message.location();
        if (message.text() === BLOCKED) return;
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`);
        }
      });
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText;
        if (reason !== LEFT) complaints.push(`request failed: ${request.url()}: ${reason}`);
      });
      await use(complaints);
      expect(complaints, 'the page complained').toEqual([]);
    },
    { auto: true },
  ],

  open: async ({ page }, use) => {
    await use(async (path = './') => {
      await page.goto(path);
      await ready(page);
      return page;
    });
  },

  picture: async ({ page }, use) => {
    await use(async (name, fullPage = false) => {
      await mkdir(output, { recursive: true });
      await page.screenshot({ path: `${output}${name}.png`, fullPage, animations: 'disabled' });
    });
  },
});

/** Waits for <html data-ready="true">, which the page sets once the module runs. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true', { timeout: 15_000 });
}

/** Presses a key, and waits until the run stands somewhere else. */
export async function step(page: Page, key = 'ArrowRight'): Promise<void> {
  const before = await page.getByTestId('position').innerText();
  await page.keyboard.press(key);
  await expect(page.getByTestId('position')).not.toHaveText(before);
}

/** The text in the editor, once the editor has taken it over. */
export async function manifest(page: Page): Promise<string> {
  const lines = page.getByTestId('manifest').locator('.cm-line');
  await expect(lines.first()).toBeVisible();
  return (await lines.allTextContents()).join('\n');
}

/** Replaces the text in the editor, as pasting over it does. */
export async function write(page: Page, text: string): Promise<void> {
  await manifest(page);
  await page.getByTestId('manifest').fill(text);
}

/** Before the page is opened: the module works, until a move forward fails as a panic does; see `fail`. */
export async function failOnDemand(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (source, imports) => {
      const { module, instance } = await instantiate(source, imports);
      const forward = instance.exports['simulator_forward'] as (...values: unknown[]) => unknown;
      const failing = (...values: unknown[]) => {
        if (!Reflect.get(window, 'failing')) return forward(...values);
        Reflect.set(window, 'failing', false);
        throw new WebAssembly.RuntimeError('unreachable');
      };
      return { module, instance: { exports: { ...instance.exports, simulator_forward: failing } } };
    };
  });
}

/** The next move forward fails. */
export async function fail(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'failing', true));
}
