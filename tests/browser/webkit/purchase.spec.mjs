// From the prices to an account with the bought course and its receipt, in WebKit.
import { freshName, PASSWORD } from '../harness/members.mjs';
import { expect, test } from './harness.mjs';
import { loaded, playedPast } from './player.mjs';

test('a visitor buys a plan with the sandbox, and the account has its receipt', async ({ page }) => {
  const username = freshName('buyer');
  const email = `${username}@example.com`;
  await page.goto('/checkout?plan=basic');
  await page.read('Includes $52.07 VAT (21%).');
  await page.fill('First Name', 'Ada');
  await page.fill('Last Name', 'Example');
  await page.fill('Email', email);
  await page.click('field', /terms/i);
  await page.click('button', 'Continue to payment');
  await page.see('heading', 'No money moves here');
  await page.click('button', 'Pay');
  await page.see('heading', 'Thank you. Your access is ready');
  expect(await page.address()).toBe('/checkout/complete');
  await page.reload();
  await page.see('heading', 'Thank you. Your access is ready');

  await page.click('link', 'Create your account');
  await page.click('button', 'Verify Key');
  await page.fill('Username', username);
  await page.fill('Email', email);
  await page.fill('Password', PASSWORD);
  await page.click('button', 'Create Account');
  await page.see('heading', `Welcome back, ${username}!`);

  await page.click('link', 'Start Learning');
  await loaded(page);
  await page.click('button', 'Play');
  await playedPast(page, 1);
  // This engine has neither: a page shows no button for them, or says so.
  expect(await page.run(() => 'PublicKeyCredential' in window)).toBe(false);
  await page.seeNo('button', 'Picture in picture');

  await page.goto('/portal/account');
  await page.see('region', 'Orders and receipts');
  await page.read(/\$300 · Paid/);
  await page.see('link', /^Receipt/);
  await page.read('This browser cannot add passkeys at this address.');
});
