/** What `embedding.md` says to write shows a run, under the policy that it names. */

import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.ts';

const text = readFileSync(new URL('../../www/docs/embedding.md', import.meta.url), 'utf8');
const policy = /^default-src .*$/m.exec(text)?.[0] ?? '';
const snippet = (name: string) => new RegExp(`<!-- tested: ${name} -->\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(text)?.[1] ?? '';
const script = /^<script.*<\/script>$/m.exec(snippet('html'))?.[0] ?? '';

const pages = [
  { name: 'html', body: snippet('html'), shown: 'job-scope' },
  { name: 'own', body: script + snippet('own'), shown: 'job-scope' },
  // A frame has a policy of its own.
  { name: 'frame', body: snippet('frame'), shown: 'iframe', more: "; frame-src 'self'" },
];

for (const { name, body, shown, more = '' } of pages) {
  test(`the snippet "${name}" shows a run that can be stepped`, async ({ page, server }) => {
    expect(body).toContain(`<${shown}`);
    const address = new URL('/somebody-elses-page', server.url).href;
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': `${policy}; img-src data:${more}` },
        body: `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><body>${body}</body></html>`,
      }),
    );
    await page.addInitScript(snippet('height'));
    await page.goto(address);
    const frame = shown === 'iframe' ? page.frameLocator('iframe') : page;
    const element = frame.locator('job-scope');
    const place = element.getByTestId('position').locator('strong');
    await expect(place).toBeVisible();
    const before = await place.innerText();
    await element.getByTestId('step').click();
    await expect(place).not.toHaveText(before);
    if (shown === 'iframe') await expect(page.locator('iframe')).not.toHaveAttribute('height', '640');
  });
}
