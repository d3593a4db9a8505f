// From a purchase key to the dashboard, in WebKit.
import { freshName, issueKey, PASSWORD } from '../harness/members.mjs';
import { expect, test } from './harness.mjs';

test('a key becomes an account with its course', async ({ page, server }) => {
  const username = freshName('trader');
  const key = await issueKey(server);
  await page.goto('/portal/auth');
  await page.click('button', 'Register with Purchase Key');
  await page.fill('Purchase Key', key.toLowerCase().replaceAll('-', ' '));
  await page.click('button', 'Verify Key');
  await page.read('Your key opens Futures Foundations.');
  await page.fill('Username', username);
  await page.fill('Email', `${username}@example.com`);
  await page.fill('Password', PASSWORD);
  await page.click('button', 'Create Account');
  await page.see('heading', `Welcome back, ${username}!`);
  await page.see('heading', 'Futures Foundations');
  expect(await page.address()).toBe('/portal');
});
