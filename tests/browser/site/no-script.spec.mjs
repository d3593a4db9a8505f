// Without scripts every page is readable, and no form can disclose its input.
import { expect, test } from '../harness.mjs';

import { publicPages } from './public-pages.mjs';

test.use({ javaScriptEnabled: false });

for (const { path, heading } of publicPages) {
  test(`${path} is readable without scripts`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('contentinfo')).toContainText('education, not financial advice');
    await expect(page.locator('[role=status]:visible')).toHaveCount(0);
  });
}

test('answers open one at a time and can be closed', async ({ page }) => {
  await page.goto('/faq');
  const question = (words) => page.locator('summary', { hasText: words });
  await question('How long will I have access').click();
  await expect(page.getByText(/lifetime access/)).toBeVisible();
  await question('suitable for beginners').click();
  await expect(page.getByText(/first section assumes nothing/)).toBeVisible();
  await expect(page.getByText(/lifetime access/)).toBeHidden();
  await question('suitable for beginners').click();
  await expect(page.getByText(/first section assumes nothing/)).toBeHidden();
});

test('the menu opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('banner').locator('summary').click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
});

test('no form can submit its input in an address', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByLabel('Card Number')).toBeDisabled();
  await expect(page.locator('noscript p')).toBeVisible();
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Name').press('Enter');
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled();
});
