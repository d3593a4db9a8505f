// The toast that a page shows: its whole text, and no other toast.
import { expect } from '@playwright/test';

export async function expectToast(page, title, description = '') {
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await expect(toasts).toHaveText([`${title}${description}`]);
}
