// The public pages and those of signing in, translated by the browser: everything is pressed, and nothing breaks or stays as it was.
import { expect } from '../harness.mjs';
import { refuseCall } from '../harness/answers.mjs';
import { courseIds, COURSES, freshName, issueKey, PASSWORD } from '../harness/members.mjs';
import { publicPages } from '../site/public-pages.mjs';
import { pressEverything } from './press.mjs';
import { open, test } from './translate.mjs';

test.use({ settings: { PORTAL_PAYMENTS: 'sandbox' } });

/** Presses that are refused, because what was typed is no key, code or address. */
const REFUSED = /^(POST|PUT) \S+ 4\d\d$/;

const main = (page) => page.getByRole('main');

for (const { path, heading } of [
  ...publicPages,
  { path: '/checkout?plan=basic', heading: 'Complete Your Purchase' },
]) {
  test(`${path}`, async ({ page, problems }) => {
    problems.allow(REFUSED);
    await open(page, path);
    await pressEverything(page, 'Continue to payment');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test('one page after the other, and an address without a page', async ({ page, problems }) => {
  problems.expect(/^GET \/nowhere 404$/);
  await open(page, '/');
  const banner = page.getByRole('banner');
  for (const name of ['Courses', 'Pricing', 'About']) {
    await banner.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main(page)).not.toBeEmpty();
  }
  await open(page, '/nowhere');
});

test('a course that is closed, for a visitor', async ({ page, server }) => {
  const ids = await courseIds(server);
  for (const course of Object.values(COURSES)) {
    await open(page, `/courses/${ids[course]}`);
    await expect(page.getByText('Premium Content')).toBeVisible();
    await pressEverything(page, 'Subscribe|Login|Sign in');
  }
});

test('signing in, asking for a reset, checking a key', async ({ page, problems }) => {
  problems.allow(REFUSED);
  for (const query of ['', '?mode=reset', '?mode=key']) {
    await open(page, `/portal/auth${query}`);
    await pressEverything(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await open(page, '/reset-password');
  await open(page, '/reset-password?token=abc');
  await pressEverything(page);
  await open(page, '/verify-email?token=abc');
  await pressEverything(page);
  await open(page, '/reminders?token=1-abc');
  await pressEverything(page);
});

test('a key becomes an account, after refusals that the form shows', async ({
  page,
  server,
  problems,
}) => {
  problems.expect(/^POST \/api\/verify-purchase-key 400$/, /^POST \/api\/register 503$/);
  await open(page, '/portal/auth?mode=key');
  await page.getByLabel('Purchase Key').fill('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA');
  await page.getByRole('button', { name: 'Verify Key' }).click();
  await expect(page.getByText(/not valid|Invalid/i).first()).toBeVisible();
  await page.getByLabel('Purchase Key').fill(await issueKey(server));
  await page.getByRole('button', { name: 'Verify Key' }).click();
  await expect(page.getByText('Your key opens Futures Foundations.')).toBeVisible();
  const username = freshName('read');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await refuseCall(page, '/api/register', { status: 503, code: 'busy', message: 'Busy.' });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Busy.').first()).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: `Welcome back, ${username}!` })).toBeVisible();
});

test('a plan is bought with a coupon that is refused first, and its key is shown as it is', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(/^GET \/api\/plans\/\S+ 4\d\d$/, /^POST \S+ 4\d\d$/);
  await server.staff('coupons', 'create', 'SPRING', '--percent', '20');
  await open(page, '/checkout?plan=basic');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('$300');
  await page.getByLabel('Coupon').fill('WINTER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Coupon')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Coupon').fill('SPRING');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(summary).toContainText('−$60');
  await expect(summary).toContainText('$240');
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('Example');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'No money moves here' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(
    page.getByRole('heading', { name: 'Thank you. Your access is ready' }),
  ).toBeVisible();
  const key = await page.locator('code').first().textContent();
  expect(key).toMatch(/^(\w{5}-){4}\w{5}$/);
  await pressEverything(page);
});
