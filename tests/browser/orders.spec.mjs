// Buying with the sandbox's payments: from the pricing page to the first video, and every other outcome. No step needs
// the staff CLI.
import { readFile } from 'node:fs/promises';

import { expect, test } from './harness.mjs';
import { expectAccessible } from './harness/accessible.mjs';
import { courseIds, COURSES, freshName, PASSWORD } from './harness/members.mjs';
import { loaded, playedPast } from './harness/player.mjs';

test.use({ settings: { PORTAL_PAYMENTS: 'sandbox' } });

const title = (page, name) => page.getByRole('heading', { level: 1, name });
const PAID = 'Thank you. Your access is ready';

/** Fills in and submits the checkout of a plan. */
async function orderPlan(page, email, plan = 'basic') {
  await page.goto(`/checkout?plan=${plan}`);
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('Example');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(title(page, 'No money moves here')).toBeVisible();
}

async function end(page, name) {
  await page.getByRole('button', { name, exact: true }).click();
}

test('a visitor buys a plan and watches its first video, without a terminal', async ({ page }) => {
  const username = freshName('buyer');
  const email = `${username}@example.com`;

  await test.step('from the prices to the payment page', async () => {
    await page.goto('/pricing');
    await page
      .getByRole('link', { name: /^Get Started with/ })
      .first()
      .click();
    await expect(page).toHaveURL('/checkout?plan=basic');
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary).toContainText('Includes $52.07 VAT (21%).');
    await expect(page.getByLabel('Card Number')).toBeHidden();
    await page.getByLabel('First Name').fill('Ada');
    await page.getByLabel('Last Name').fill('Example');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
  });

  await test.step('the payment page says that no money moves, and takes none', async () => {
    await expect(title(page, 'No money moves here')).toBeVisible();
    await expect(page).toHaveURL(/\/checkout\/sandbox\?order=[\w-]+$/);
    const order = page.getByRole('region', { name: 'What would be paid' });
    await expect(order).toContainText('3-Month Access');
    await expect(order).toContainText('$300');
    await expect(order).toContainText(email);
    await end(page, 'Pay');
  });

  await test.step('the key becomes an account', async () => {
    await expect(title(page, PAID)).toBeVisible();
    await expect(page).toHaveURL('/checkout/complete');
    // A reload creates no second order, and still shows this one.
    await page.reload();
    await expect(title(page, PAID)).toBeVisible();
    await page.getByRole('link', { name: 'Create your account' }).click();
    await expect(page.getByRole('textbox', { name: 'Purchase Key' })).not.toHaveValue('');
    await page.getByRole('button', { name: 'Verify Key' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(title(page, `Welcome back, ${username}!`)).toBeVisible();
  });

  await test.step('the first video plays', async () => {
    await page.getByRole('link', { name: 'Start Learning', exact: true }).click();
    await loaded(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await playedPast(page, 1);
  });

  await test.step('the account lists the order; with its receipt for the address that the key proved', async () => {
    await page.goto('/portal/account');
    const orders = page.getByRole('region', { name: 'Orders and receipts' });
    await expect(orders.getByRole('listitem')).toHaveCount(1);
    await expect(orders).toContainText('$300 · Paid');
    // The key was mailed to the address that registered with it, so the account is the buyer's.
    await expect(orders.getByRole('link', { name: /^Receipt/ })).toHaveCount(1);
    await expectAccessible(page);
  });
});

test('a member buys a course after an abandoned payment, and it is open at once', async ({
  page,
  member,
  server,
}) => {
  await member();
  const id = (await courseIds(server))[COURSES.crypto];
  const subscribe = page.getByRole('button', { name: /^Subscribe Now/ });
  await page.goto(`/courses/${id}`);
  await subscribe.click();
  await expect(title(page, 'No money moves here')).toBeVisible();
  await end(page, 'Abandon');
  await expect(page).toHaveURL(`/courses/${id}`);
  await expect(subscribe).toBeEnabled();
  await subscribe.click();
  await expect(title(page, 'No money moves here')).toBeVisible();
  await end(page, 'Pay');
  await expect(title(page, PAID)).toBeVisible();
  await page.getByRole('link', { name: 'Start learning' }).click();
  await expect(page).toHaveURL(new RegExp(`/portal/course/${id}`));
  await loaded(page);
  await page.getByRole('link', { name: 'My Courses' }).click();
  await expect(page.getByRole('heading', { name: 'Crypto Market Structure' })).toBeVisible();

  await page.goto('/portal/account');
  const orders = page.getByRole('region', { name: 'Orders and receipts' });
  const download = page.waitForEvent('download');
  await orders.getByRole('link', { name: /^Receipt \d{4}-\d{6}/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^receipt-\d{4}-\d{6}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expectAccessible(page);
});

test('the button works again after the browser’s back button', async ({ page, member, server }) => {
  await member();
  const id = (await courseIds(server))[COURSES.forex];
  const subscribe = page.getByRole('button', { name: /^Subscribe Now/ });
  await page.goto(`/courses/${id}`);
  await subscribe.click();
  await expect(title(page, 'No money moves here')).toBeVisible();
  await page.goBack();
  await expect(subscribe).toBeEnabled();
});

test('a member redeems a bought key where it is shown', { tag: '@firefox' }, async ({ page, member }) => {
  const { email } = await member({ access: '3m' });
  await orderPlan(page, email);
  await end(page, 'Pay');
  await expect(title(page, PAID)).toBeVisible();
  await page.getByRole('button', { name: /^Redeem/ }).click();
  await expect(page.getByRole('link', { name: 'Start learning' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Redeem/ })).toBeHidden();
});

test('several are bought at once, and each key can be copied', async ({ page }) => {
  await page.goto('/checkout?plan=basic');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('Includes $52.07 VAT (21%).');
  await expect(page.getByLabel('Country')).toBeHidden();
  await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp');
  // On a busy machine two presses are two quotes.
  await expect(page.getByText(/^The total is now \$900\. It was \$[36]00\.$/)).toBeVisible();
  await expect(summary).toContainText('3 × 3-Month Access');
  await expectAccessible(page);
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('Example');
  await page.getByLabel('Email').fill('several@example.com');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await end(page, 'Pay');
  await expect(title(page, PAID)).toBeVisible();
  const keys = page.getByRole('region', { name: 'Your purchase keys' });
  await expect(keys.getByRole('listitem')).toHaveCount(3);
  await expect(keys.getByRole('button', { name: /^Copy the sentence/ })).toHaveCount(3);
  await expectAccessible(page);
});

test('a declined payment says that nothing was charged, and leads back', async ({ page }) => {
  await orderPlan(page, 'declined@example.com');
  await end(page, 'Decline');
  await expect(title(page, 'The payment did not go through')).toBeVisible();
  await expect(page.getByText(/Nothing was charged/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the plans' }).click();
  await expect(page).toHaveURL('/pricing');
});

test('an abandoned payment is back at the checkout, which works again', async ({ page }) => {
  await orderPlan(page, 'abandoned@example.com', 'premium');
  await end(page, 'Abandon');
  await expect(page).toHaveURL('/checkout?plan=premium');
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
});

test('the payment works with the keyboard alone', async ({ page }) => {
  await orderPlan(page, 'keys@example.com');
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await expect(pay).toBeEnabled();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await pay.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(pay).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page, PAID)).toBeVisible();
});

test('the reference is not disclosed to others', async ({ page, context, request }) => {
  await orderPlan(page, 'quiet@example.com');
  const referers = [];
  page.on('request', (sent) => referers.push(sent.headers()['referer'] ?? ''));
  await end(page, 'Pay');
  await expect(title(page, PAID)).toBeVisible();
  expect(referers.filter((referer) => referer.includes('order='))).toEqual([]);
  await expect(page).toHaveURL('/checkout/complete');
  // What is copied from the address bar shows nothing of the order.
  const copied = await context.newPage();
  await copied.goto(page.url());
  await expect(title(copied, 'We do not know this order')).toBeVisible();
  const answer = await request.get(page.url());
  expect(answer.headers()['referrer-policy']).toBe('no-referrer');
  expect(await answer.text()).toContain('<meta name="robots" content="noindex" />');
});

test('an unknown order shows a message, an unknown payment too', async ({ page, problems }) => {
  problems.expect(/^GET \/api\/orders\/nothing 404$/, /^GET \/api\/sandbox\/nothing 404$/);
  await page.goto('/checkout/complete?order=nothing');
  await expect(title(page, 'We do not know this order')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/checkout/sandbox?order=nothing');
  await expect(page.getByText(/no such payment here/)).toBeVisible();
  await expectAccessible(page);
});

test('no page of a purchase violates an accessibility rule', async ({ page }) => {
  await page.goto('/checkout?plan=premium');
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('VAT (21%)');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('You must agree to the terms and conditions.')).toBeVisible();
  await expectAccessible(page);
  await orderPlan(page, 'axe@example.com');
  await expectAccessible(page);
  await end(page, 'Pay');
  await expect(title(page, PAID)).toBeVisible();
  await expectAccessible(page);
});

test('a coupon is applied, refused, or covers the whole price', async ({ page, staff, problems }) => {
  await staff('coupons', 'create', 'HALF', '--percent', '50');
  await staff('coupons', 'create', 'GIFT', '--percent', '100');
  problems.expect(/^POST \/api\/checkout\/quote 400$/);
  await page.goto('/checkout?plan=basic');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const coupon = page.getByLabel('Coupon');
  await expect(summary).toContainText('Includes $52.07 VAT (21%).');

  await coupon.fill('NOSUCH');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(coupon).toHaveAttribute('aria-invalid', 'true');
  await expect(summary).not.toContainText('Coupon');

  await coupon.fill('half');
  await coupon.press('Enter');
  await expect(page.getByText('HALF takes $150 off.')).toBeVisible();
  await expect(summary).toContainText('Coupon HALF');
  await expect(summary).toContainText('−$150');
  await expectAccessible(page);

  await coupon.fill('GIFT');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(summary).toContainText('Coupon GIFT');
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('Example');
  await page.getByLabel('Email').fill('gift@example.com');
  await page.getByRole('checkbox').check();
  // The total is zero, so there is no payment page.
  await page.getByRole('button', { name: 'Complete the order' }).click();
  await expect(title(page, PAID)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$0');
});
