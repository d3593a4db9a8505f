// Checkout and contact form in a real browser: the caret, the clipboard, the two seconds, no requests.
import { expect, test } from '../harness.mjs';
import { violations } from '../harness/accessible.mjs';
import { expectToast } from '../harness/toasts.mjs';

const FIELDS = {
  'First Name': 'Ada',
  'Last Name': 'Example',
  Email: 'ada@example.com',
  'Billing Address': 'Street 1',
  City: 'Ghent',
  'Zip Code': '9000',
  Country: 'Belgium',
  'Card Number': '4242424242424242',
  'Expiry Date': '1228',
  CVV: '123',
};

async function openCheckout(page, address = '/checkout?plan=premium') {
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Complete Purchase' })).toBeEnabled();
}

test('the caret keeps its place when a card number is corrected', async ({ page }) => {
  await openCheckout(page);
  const card = page.getByLabel('Card Number');
  await card.pressSequentially('4242424242424242');
  await expect(card).toHaveValue('4242 4242 4242 4242');
  await card.press('Home');
  for (let step = 0; step < 6; step += 1) await card.press('ArrowRight');
  await card.press('Backspace');
  await expect(card).toHaveValue('4242 2424 2424 242');
  await card.pressSequentially('9');
  await expect(card).toHaveValue('4242 9242 4242 4242');
  expect(await card.evaluate((input) => input.selectionStart)).toBe(6);
  await card.pressSequentially('7');
  await expect(card).toHaveValue('4242 9242 4242 4242');
});

test('a number with letters, symbols and emoji keeps its digits', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openCheckout(page);
  await page.evaluate(() => navigator.clipboard.writeText('no. 4242-4242 🙂 4242/4242 99'));
  await page.getByLabel('Card Number').focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Card Number')).toHaveValue('4242 4242 4242 4242');
});

test('an order takes two seconds, makes no request and ends at home', async ({ page }) => {
  await openCheckout(page);
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('6-Month Access');
  for (const [label, value] of Object.entries(FIELDS)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('checkbox').check();
  const sent = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const started = Date.now();
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expectToast(
    page,
    'Payment Successful!',
    'Your order has been processed. Check your email for details.',
  );
  expect(Date.now() - started).toBeGreaterThanOrEqual(2_000);
  await expect(page).toHaveURL('/');
  expect(sent).toEqual([]);
  const kept = await page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.body.innerText,
  );
  expect(kept).not.toContain('4242');
});

for (const [name, plan] of [
  ['an unknown plan', '?plan=gold'],
  ['no plan', ''],
  ['script text for a plan', '?plan=%3Cscript%3Ealert(1)%3C/script%3E'],
]) {
  test(`${name} stands for the trading course`, async ({ page }) => {
    await openCheckout(page, `/checkout${plan}`);
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary).toContainText('Trading Course');
    await expect(summary).toContainText('$300');
    await expect(summary).toContainText('Futures trading course');
    await expect(summary).toContainText('14-day money-back');
  });
}

test('an empty order shows every message accessibly and moves to the first', async ({ page }) => {
  await openCheckout(page);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('First name must be at least 2 characters.')).toBeVisible();
  await expect(page.getByText('Please enter a valid card number.')).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show the card fields' }).click();
  await expect(page.getByLabel('Card Number')).toBeFocused();
});

test('a name of ten thousand characters breaks nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCheckout(page);
  await page.getByLabel('First Name').fill('x'.repeat(10_000));
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('Last name must be at least 2 characters.')).toBeVisible();
  await expect(page.getByText('First name must be at least 2 characters.')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a contact message goes to the console and nowhere else', async ({ page }) => {
  const logged = [];
  const sent = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/contact');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Name').fill('<script>alert(1)</script>');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Subject').fill('A key');
  await page.getByLabel('Message').fill('My key does not open.');
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(/nothing was sent/)).toBeVisible();
  expect(logged.join('\n')).toContain('My key does not open.');
  expect(sent).toEqual([]);
});
