import { test } from './fixture.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 800, height: 1000 },
  { width: 360, height: 740 },
];

for (const viewport of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const name = `${viewport.width}x${viewport.height}-${colorScheme}`;

    test(name, async ({ page, open, picture }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await open();
      await picture(name);
    });
  }
}
