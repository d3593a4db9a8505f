// A forgotten password: the neutral answer, the mail, the link that works once.
import { expect, test } from './harness.mjs';
import { breakCall, goOffline } from './harness/answers.mjs';
import { allMails, resetLink } from './harness/mails.mjs';
import { dismissToast, expectToast } from './harness/toasts.mjs';

const NEUTRAL = [
  'Check your email',
  'If an account exists with this email, you will receive password reset instructions.',
];
const EXPIRED = ['Error', 'Failed to reset password. The link may have expired.'];

async function ask(page, email) {
  await page.goto('/portal/auth?mode=reset');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
}

async function set(page, first, second = first) {
  await page.getByLabel('New Password').fill(first);
  await page.getByLabel('Confirm Password').fill(second);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

test('an invalid address is refused at its field', async ({ page }) => {
  await ask(page, 'ada.example.com');
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
});

test('an unknown address has the same answer and gets no mail', async ({ page, server }) => {
  await ask(page, 'unknown@example.com');
  await expectToast(page, ...NEUTRAL);
  await expect(page).toHaveURL('/portal/auth');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  const mails = await allMails(server.outbox);
  expect(mails.filter((mail) => mail.includes('unknown@example.com'))).toEqual([]);
});

test('a server error shows a message, and the form stays', async ({ page, problems }) => {
  problems.expect(/^POST \/api\/request-reset 502$/);
  await breakCall(page, '/api/request-reset', { status: 502, body: '' });
  await ask(page, 'ada@example.com');
  await expectToast(page, 'Failed to send reset email. Please try again later.');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('the link of the mail sets a password once and ends every session', async ({
  page,
  otherBrowser,
  member,
  server,
}) => {
  const { username, email, password: before } = await member();
  const { page: forgetful, context, problems } = await otherBrowser();
  await ask(forgetful, email);
  await expectToast(forgetful, ...NEUTRAL);
  const link = await resetLink(server.outbox, email);
  expect(new URL(link).origin).toBe(server.url);

  await forgetful.goto(link);
  await expect(forgetful.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(forgetful).toHaveURL('/reset-password');
  await set(forgetful, 'short', 'other');
  await expect(
    forgetful.getByText('Password must be at least 8 characters', { exact: true }),
  ).toBeVisible();
  await expect(forgetful.getByText("Passwords don't match", { exact: true })).toBeVisible();
  await set(forgetful, 'a brand new password');
  await expectToast(forgetful, 'Success', 'Your password has been reset successfully');
  await expect(forgetful).toHaveURL('/portal/auth');

  // The member's own browser was signed in until then.
  await page.goto('/portal');
  await expect(page).toHaveURL('/portal/auth');

  await forgetful.goto(link);
  await set(forgetful, 'yet another password');
  await expectToast(forgetful, ...EXPIRED);
  problems.expect(/^POST \/api\/reset-password 400$/, /^POST \/api\/login 401$/);

  const signIn = (password) => context.request.post('/api/login', { data: { username, password } });
  await forgetful.goto('/portal/auth');
  await forgetful.getByLabel('Username').fill(username);
  await forgetful.getByLabel('Password', { exact: true }).fill(before);
  await forgetful.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(forgetful, 'Invalid username or password');
  expect((await signIn('yet another password')).status()).toBe(401);
  expect((await signIn('a brand new password')).status()).toBe(200);
});

test('an address without a token leads back to signing in', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  await expect(page.getByLabel('New Password')).toBeHidden();
  await page.getByRole('link', { name: 'Return to Login' }).click();
  await expect(page).toHaveURL('/portal/auth');
});

test('a token of only spaces is not sent', async ({ page }) => {
  const sent = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/reset-password?token=%20%20');
  await set(page, 'a brand new password');
  await expectToast(page, 'Error', 'Invalid reset token');
  expect(sent).toEqual([]);
});

test('an invalid token and a lost network show the same message', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/^POST \/api\/reset-password 400$/, /ERR_INTERNET_DISCONNECTED$/);
  await page.goto('/reset-password?token=made-up');
  await set(page, 'a brand new password');
  await expectToast(page, ...EXPIRED);
  await dismissToast(page);
  await goOffline(page, problems);
  await set(page, 'a brand new password');
  await expectToast(page, ...EXPIRED);
  await context.setOffline(false);
});
