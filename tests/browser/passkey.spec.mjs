// Passkeys in a real browser with a virtual authenticator: added, signed in with, cancelled, removed; by keyboard too.
import { expect, test } from './harness.mjs';
import { expectAccessible } from './harness/accessible.mjs';
import { authenticator } from './harness/authenticator.mjs';
import { expectToast } from './harness/toasts.mjs';

// Browsers make no passkeys for an IP address.
test.use({ settings: [{ host: 'localhost' }, { scope: 'worker' }] });

const passkeys = (page) => page.getByRole('region', { name: 'Passkeys' });
const signInButton = (page) => page.getByRole('button', { name: 'Sign in with a passkey' });

async function add(page, { password }) {
  await page.goto('/portal/account');
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Current Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);
}

/** Signs out; presence waits, so that no passkey is chosen before the test says so. */
async function signOut(page, device) {
  await device.presence(false);
  await page.context().clearCookies();
  await page.goto('/portal/auth');
  await expect(signInButton(page)).toBeVisible();
}

test('a passkey is added, signs in without a password, and is removed', async ({
  page,
  member,
  problems,
}) => {
  const device = await authenticator(page);
  const person = await member();
  await add(page, person);
  await expectToast(page, 'Passkey added', 'You can sign in with it from now on.');
  await expect(passkeys(page).getByText('Not used yet')).toBeVisible();
  const [credential] = await device.credentials();
  expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost' });

  await signOut(page, device);
  await device.presence(true);
  await signInButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
  await page.goto('/portal/account');
  await expect(passkeys(page).getByText(/Last used/)).toBeVisible();

  problems.expect(/^DELETE \/api\/user\/passkeys\/\d+ 400$/);
  await passkeys(page).getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: /^Remove the passkey/ });
  await dialog.getByLabel('Current Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('Current password is incorrect', { exact: true })).toBeVisible();
  await dialog.getByLabel('Current Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Passkey removed');
  await expect(passkeys(page).getByText('You have no passkey yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();

  problems.expect(/^POST \/api\/login\/passkey 401$/);
  await signOut(page, device);
  await device.presence(true);
  await signInButton(page).click();
  await expectToast(page, 'This passkey does not sign in here. Use your password instead.');
  await expect(page).toHaveURL('/portal/auth');
});

test('one without a verified user or with a counter that went back opens no session', async ({
  page,
  member,
  problems,
}) => {
  const device = await authenticator(page);
  await add(page, await member());
  await signOut(page, device);
  await device.verifies(false);
  await device.presence(true);
  await signInButton(page).click();
  await expect(page.getByText(/^No passkey was used\./)).toBeVisible();

  problems.expect(/^POST \/api\/login\/passkey 401$/);
  await device.verifies(true);
  await device.presence(false);
  const [credential] = await device.credentials();
  await device.replace({ ...credential, signCount: 0 });
  await device.presence(true);
  await signInButton(page).click();
  await expectToast(page, 'This passkey does not sign in here. Use your password instead.');
});

test('a device that has a passkey says so, and a member can cancel', async ({ page, member }) => {
  const device = await authenticator(page);
  const person = await member();
  await add(page, person);
  await expectToast(page, 'Passkey added', 'You can sign in with it from now on.');
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Current Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  // The dialog stays open and hides everything else by role. The text is shown, and for a second also read aloud.
  await expect(
    page.getByText('This device has a passkey for your account already.').first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await device.credentials()).toHaveLength(1);
});

test('a passkey that is chosen among the names that the browser fills in signs in', async ({
  page,
  member,
}) => {
  const device = await authenticator(page, { autofill: true });
  const person = await member();
  await add(page, person);
  await signOut(page, device);
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn');
  // What was asked before its user was present stays unanswered; the page asks again when it is opened.
  await device.presence(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
});

test('both pages pass axe and work with the keyboard alone', async ({ page, member }) => {
  const device = await authenticator(page);
  const person = await member();
  await page.goto('/portal/account');
  const addButton = passkeys(page).getByRole('button', { name: 'Add a passkey' });
  await addButton.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(addButton).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Current Password').focus();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);
  await expect(addButton).toBeFocused();
  await expectAccessible(page);

  await signOut(page, device);
  await expectAccessible(page);
  await device.presence(true);
  await page.getByRole('button', { name: 'Login' }).focus();
  await page.keyboard.press('Tab');
  await expect(signInButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
});
