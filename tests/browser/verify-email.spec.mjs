// An address is confirmed by the link that is mailed to it; a new one is the account's only then.
import { expect, test } from './harness.mjs';
import { freshName } from './harness/members.mjs';
import { verifyLink } from './harness/mails.mjs';
import { expectToast } from './harness/toasts.mjs';

const profile = (page) => page.getByRole('region', { name: 'Name and e-mail' });

test('a link confirms the address, and another one a new address', async ({
  page,
  otherBrowser,
  member,
  server,
}) => {
  const { email, password } = await member();
  await page.goto('/portal/account');
  await expect(profile(page).getByText(`${email} is not confirmed yet.`)).toBeVisible();
  await page.goto(await verifyLink(server.outbox, email));
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await expect(page).toHaveURL('/verify-email');
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(profile(page).getByText('Your email address is confirmed.')).toBeVisible();

  const next = `${freshName('new')}@example.com`;
  await profile(page).getByLabel('Email').fill(next);
  await profile(page).getByLabel('Current Password').fill(password);
  await profile(page).getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(
    page,
    'Account updated',
    `Open the link that we mailed to ${next}: then it is your address.`,
  );
  await expect(profile(page).getByText(`Until then it stays ${email}.`)).toBeVisible();

  // The link works in a browser that is not signed in, once.
  const link = await verifyLink(server.outbox, next);
  const { page: other, problems: theirs } = await otherBrowser();
  await other.goto(link);
  await expect(other.getByText(`Mails about your courses go to ${next}.`)).toBeVisible();
  theirs.expect(/^POST \/api\/verify-email 400$/);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Invalid Confirmation Link' })).toBeVisible();
  await page.reload();
  await expect(profile(page).getByLabel('Email')).toHaveValue(next);
});

test('a purchase key in the fragment fills the field and leaves the address', async ({ page }) => {
  await page.goto('/portal/auth#key=ABCDE-FGHJK');
  await expect(page.getByLabel('Purchase Key')).toHaveValue('ABCDE-FGHJK');
  await expect(page).toHaveURL('/portal/auth?mode=key');
});
