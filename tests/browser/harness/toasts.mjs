// The notice that a page shows: the whole of its words, and no other beside it.
import { expect } from '@playwright/test';

export async function expectToast(page, title, description = '') {
  const notices = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await expect(notices).toHaveText([`${title}${description}`]);
}
