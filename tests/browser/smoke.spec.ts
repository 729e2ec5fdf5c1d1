import { expect, test } from './fixture.ts';

test('the page opens from a sub-path and becomes ready', async ({ open }) => {
  const page = await open();
  await expect(page).toHaveTitle(/Jobscope/);
});
