// The toast that a page shows.
import { expect } from '@playwright/test';

/** Opens a page and waits for the script of the toasts, which is loaded once the page is drawn: without a connection it cannot come. */
export async function openWithToasts(page, address) {
  await page.goto(address);
  const isThere = () =>
    page.evaluate(async () => {
      const script = performance
        .getEntriesByType('resource')
        .find(({ name }) => /\/toaster-[^/]+\.js$/.test(name));
      return script !== undefined && (await import(script.name)) !== undefined;
    });
  await expect.poll(isThere).toBe(true);
}

/** Dismisses the toast that is shown; it goes by itself after five seconds too. */
export async function dismissToast(page) {
  await page
    .getByRole('button', { name: 'Dismiss' })
    .click({ timeout: 5_000 })
    .catch(() => {});
  await expect(
    page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'),
  ).toHaveCount(0);
}

/** Expects the whole text of a toast, and no other toast. */
export async function expectToast(page, title, description = '') {
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await expect(toasts).toHaveText([`${title}${description}`]);
}
