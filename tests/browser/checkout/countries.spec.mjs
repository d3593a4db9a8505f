// The checkout of a site that taxes by the buyer's country, as an owner's folder turns it on: the price follows country and VAT number before
// anything is paid, and a course asks for the country once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '../harness.mjs';
import { expectAccessible, tabTo } from '../harness/accessible.mjs';
import { courseIds, COURSES } from '../harness/members.mjs';

const SITE = `currency = "eur"
[company]
vat_number = "BE 0123.456.749"
[vat]
percent = 21
included = false
reverse_charge = true
oss = true
[vat.countries]
DE = 19
FR = 20
NL = 21
`;
const folder = mkdtempSync(join(tmpdir(), 'portal-site-'));
writeFileSync(join(folder, 'site.toml'), SITE);

// A running animation may be checked half-way, in transitional colours.
test.use({
  settings: [{ PORTAL_PAYMENTS: 'sandbox', PORTAL_SITE_DIR: folder }, { scope: 'worker' }],
  contextOptions: { reducedMotion: 'reduce' },
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Their check digits are right.
const BELGIAN = 'BE0123456749';
const FRENCH = 'FR40303265045';

const QUOTE = '/api/checkout/quote';
const title = (page, name) => page.getByRole('heading', { level: 1, name });
const summary = (page) => page.getByRole('region', { name: 'Order Summary' });
const country = (page) => page.getByLabel('Country');
const vatNumber = (page) => page.getByLabel('VAT Number');
const chosen = (page) => country(page).evaluate((list) => list.selectedOptions[0].textContent);
const said = (page, text) => page.getByRole('status').filter({ hasText: text });

/** Opens the checkout; answers the addresses of the calls that it makes from now on. */
async function openCheckout(page) {
  const calls = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST') calls.push(new URL(sent.url()).pathname);
  });
  await page.goto('/checkout?plan=basic');
  await expect(country(page)).toBeVisible();
  return calls;
}

async function fillBuyer(page, email) {
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('Example');
  await page.getByLabel('Email').fill(email);
}

async function fillCompany(page) {
  await page.getByLabel('Company').fill('Exemple SARL');
  await page.getByLabel('Billing Address').fill('Rue Haute 1');
  await page.getByLabel('City').fill('Lille');
  await page.getByLabel('Zip Code').fill('59000');
}

test('the country is found by its letters and by arrows, and the price follows it before anything is paid', async ({
  page,
}) => {
  const calls = await openCheckout(page);
  await expect(summary(page)).toContainText('Choose your country: its VAT is worked out then.');
  await tabTo(page, /^Country$/);
  await expect(country(page)).toBeFocused();
  await page.keyboard.type('neth');
  expect(await chosen(page)).toBe('Netherlands');
  await expect(said(page, /^The total is (now )?€363\./)).toBeVisible();
  await expect(summary(page)).toContainText('VAT 21%');
  await expect(summary(page)).toContainText('€63');

  // Letters that are typed after a pause begin a new name.
  await country(page).blur();
  await country(page).focus();
  await page.keyboard.type('germ');
  expect(await chosen(page)).toBe('Germany');
  await expect(said(page, /^The total is now €357\./)).toBeVisible();
  await expect(summary(page)).toContainText('VAT 19%');

  await page.keyboard.press('ArrowDown');
  expect(await chosen(page)).toBe('Ghana');
  await page.keyboard.press('ArrowUp');
  expect(await chosen(page)).toBe('Germany');
  await expect(summary(page)).toContainText('€357');

  // A country outside the Union whose rate the owner did not set.
  await country(page).selectOption({ label: 'Switzerland' });
  await expect(said(page, /^The total is now €300\./)).toBeVisible();
  await expect(summary(page)).toContainText('Without VAT.');
  expect(calls.filter((path) => path !== QUOTE)).toEqual([]);
});

test('a country of which the owner set no rate is refused at its field, with no price', async ({
  page,
  problems,
}) => {
  problems.expect(/^POST \/api\/checkout\/quote 503$/);
  const calls = await openCheckout(page);
  await fillBuyer(page, 'unsold@example.com');
  await page.getByRole('checkbox').check();
  await country(page).selectOption({ label: 'Hungary' });
  await expect(country(page)).toHaveAccessibleDescription(
    'Nothing can be sold to this country at this moment. Nothing was charged.',
  );
  await expect(summary(page)).not.toContainText('VAT 21%');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(country(page)).toBeFocused();
  expect(calls).not.toContain('/api/checkout');
});

test('no order leaves without a country, and browsers can fill the form in', async ({ page }) => {
  const calls = await openCheckout(page);
  await fillBuyer(page, 'nowhere@example.com');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(country(page)).toBeFocused();
  await expect(country(page)).toHaveAccessibleDescription('Please enter your country.');
  await expectAccessible(page);
  expect(calls).toEqual([]);

  await vatNumber(page).fill(FRENCH);
  const names = {
    'First Name': 'given-name',
    'Last Name': 'family-name',
    Email: 'email',
    Country: 'country',
    Company: 'organization',
    'Billing Address': 'street-address',
    City: 'address-level2',
    'Zip Code': 'postal-code',
  };
  for (const [label, name] of Object.entries(names)) {
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', name);
  }
  await vatNumber(page).fill('');
  await expect(page.getByLabel('Company')).toBeHidden();
});

test('a business of another country buys without tax, with a number of its own country and an address', async ({
  page,
  problems,
}) => {
  problems.expect(/^POST \/api\/checkout\/quote 400$/);
  const calls = await openCheckout(page);
  await fillBuyer(page, 'business@example.com');
  await page.getByRole('checkbox').check();
  await country(page).selectOption({ label: 'France' });
  await expect(summary(page)).toContainText('VAT 20%');

  await vatNumber(page).fill(BELGIAN);
  await vatNumber(page).blur();
  await expect(vatNumber(page)).toHaveAccessibleDescription(
    'This VAT number is of another country than the one that you chose.',
  );
  await expect(vatNumber(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Company')).toBeVisible();
  await expectAccessible(page);

  await vatNumber(page).fill(FRENCH);
  await vatNumber(page).blur();
  await expect(said(page, 'The total is now €300. It was €360.')).toBeVisible();
  await expect(summary(page)).toContainText('you account for it yourself (reverse charge)');
  await expect(vatNumber(page)).not.toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByLabel('Company')).toBeFocused();
  await expect(page.getByText('Please enter your city.')).toBeVisible();
  await expectAccessible(page);
  expect(calls).not.toContain('/api/checkout');

  await fillCompany(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('region', { name: 'What would be paid' })).toContainText('€300');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(title(page, 'Thank you. Your access is ready')).toBeVisible();
});

test('three are bought at the tax of the country, and each key and its sentence can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await openCheckout(page);
  await fillBuyer(page, 'three@example.com');
  await country(page).selectOption({ label: 'Netherlands' });
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
  await expect(summary(page)).toContainText('3 × 3-Month Access');
  await expect(summary(page)).toContainText('€1,089');
  await expectAccessible(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  await expect(title(page, 'Thank you. Your access is ready')).toBeVisible();
  const keys = page.getByRole('region', { name: 'Your purchase keys' });
  await expect(keys.getByRole('listitem')).toHaveCount(3);
  const seen = new Set();
  for (const row of await keys.getByRole('listitem').all()) {
    const key = await row.locator('code').innerText();
    await row.getByRole('button', { name: `Copy ${key}`, exact: true }).click();
    await expect(keys.getByText(`Copied: ${key}`, { exact: true })).toBeVisible();
    expect(await copied()).toBe(key);
    await row.getByRole('button', { name: `Copy the sentence with ${key}` }).click();
    await expect(keys.getByText('Copied: Here is your purchase key for')).toContainText(key);
    expect(await copied()).toBe(await row.getByRole('paragraph').innerText());
    seen.add(key);
  }
  expect(seen.size).toBe(3);
  await expectAccessible(page);
});

test('a course asks a member for the country once, and the account remembers it', async ({
  page,
  member,
  server,
  problems,
}) => {
  await member();
  const ids = await courseIds(server);
  const subscribe = page.getByRole('button', { name: /^Subscribe Now/ });
  const payment = title(page, 'No money moves here');
  problems.expect(/^POST \/api\/courses\/\d+\/checkout 400$/);
  await page.goto(`/courses/${ids[COURSES.crypto]}`);
  await subscribe.click();
  const dialog = page.getByRole('dialog');
  await expect(country(dialog)).toHaveAttribute('autocomplete', 'country');
  await expectAccessible(page);
  await country(dialog).focus();
  await page.keyboard.type('fra');
  await tabTo(page, /^Continue to payment$/);
  await page.keyboard.press('Enter');
  await expect(payment).toBeVisible();

  await page.goto(`/courses/${ids[COURSES.forex]}`);
  await subscribe.click();
  await expect(payment).toBeVisible();
});
