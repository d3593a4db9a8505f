// Signing in, checking a key, registering: every mode, every message, and failures.
import { expect, test } from './harness.mjs';
import { breakCall, goOffline, refuseCall } from './harness/answers.mjs';
import { courseIds, freshName, issueKey, PASSWORD } from './harness/members.mjs';
import { dismissToast, expectToast, openWithToasts } from './harness/toasts.mjs';

const loginButton = (page) => page.getByRole('button', { name: 'Login', exact: true });
const password = (page) => page.getByLabel('Password', { exact: true });

async function fillLogin(page, username, secret) {
  await page.getByLabel('Username').fill(username);
  await password(page).fill(secret);
  await loginButton(page).click();
}

async function checkKey(page, key) {
  await page.getByLabel('Purchase Key').fill(key);
  await page.getByRole('button', { name: 'Verify Key' }).click();
}

async function openRegistration(page, server) {
  const key = await issueKey(server);
  await page.goto('/portal/auth?mode=key');
  await checkKey(page, key);
  await expect(page.getByLabel('Purchase Code')).toHaveValue(key);
  return key;
}

async function fillRegistration(page, { username, email, secret = PASSWORD }) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

test('the four modes follow one otherBrowser, and the back button goes one step back', async ({
  page,
}) => {
  await page.goto('/portal/auth');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('button', { name: 'Send Reset Instructions' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect(loginButton(page)).toBeVisible();
  await page.getByRole('button', { name: 'Register with Purchase Key' }).click();
  await expect(page.getByRole('button', { name: 'Verify Key' })).toBeVisible();
  await expect(loginButton(page)).toBeHidden();
  await page.goBack();
  await expect(loginButton(page)).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect(loginButton(page)).toBeVisible();
});

test('the close button leads home', async ({ page }) => {
  await page.goto('/portal/auth');
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/portal/auth');
  await password(page).fill('secret words');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('secret words');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test.describe('signing in', () => {
  test('requires both fields before sending a request', async ({ page }) => {
    const sent = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto('/portal/auth');
    await loginButton(page).click();
    await expect(page.getByText('Username is required', { exact: true })).toBeVisible();
    await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Username')).toBeFocused();
    expect(sent).toEqual([]);
  });

  test('shows the same message for a wrong password and an unknown name', async ({
    page,
    otherBrowser,
    member,
  }) => {
    const { username } = await member();
    const elsewhere = await otherBrowser();
    elsewhere.problems.expect(/^POST \/api\/login 401$/);
    for (const name of [username, 'no-such-user']) {
      await elsewhere.page.goto('/portal/auth');
      await fillLogin(elsewhere.page, name, 'not the password');
      await expectToast(elsewhere.page, 'Invalid username or password');
      await expect(elsewhere.page).toHaveURL('/portal/auth');
    }
    await page.goto('/portal');
    await expect(page).toHaveURL('/portal');
  });

  test('returns to the page that required it', { tag: '@firefox' }, async ({ page, otherBrowser, member }) => {
    const { email, password: secret } = await member();
    const { page: visitor } = await otherBrowser();
    await visitor.goto('/portal/account?from=mail#devices');
    await expect(visitor).toHaveURL('/portal/auth');
    await fillLogin(visitor, email, secret);
    await expect(visitor).toHaveURL('/portal/account?from=mail#devices');
    await expect(visitor.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await page.goto('/portal/auth');
    await expect(page).toHaveURL('/portal');
  });

  test('never leads to another site', async ({ page, member }) => {
    await member();
    for (const elsewhere of ['//evil.example/x', 'https://evil.example', '/\\evil.example']) {
      await page.goto(`/portal/auth?returnTo=${encodeURIComponent(elsewhere)}`);
      await expect(page).toHaveURL('/portal');
      await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    }
  });

  test('too often shows the server’s message', async ({ page, problems }) => {
    problems.expect(/^POST \/api\/login 429$/);
    await refuseCall(page, '/api/login', {
      status: 429,
      code: 'too_many_attempts',
      message: 'Too many attempts. Try again in a minute.',
      headers: { 'retry-after': '60' },
    });
    await page.goto('/portal/auth');
    await fillLogin(page, 'ada', 'some password');
    await expectToast(page, 'Too many attempts. Try again in a minute.');
    await expect(loginButton(page)).toBeEnabled();
  });

  test('that fails without a message of the server still shows one', async ({ page, problems }) => {
    problems.expect(/^POST \/api\/login 502$/);
    await breakCall(page, '/api/login', { status: 502, body: 'Bad gateway' });
    await page.goto('/portal/auth');
    await fillLogin(page, 'ada', 'some password');
    await expectToast(page, 'Login failed', '502: Bad gateway');
  });

  test('without a network shows a message, and works again with it', async ({ otherBrowser, member }) => {
    const { username, password: secret } = await member();
    const { page: visitor, context: far, problems } = await otherBrowser();
    problems.expect(/^POST \/api\/login net::ERR_INTERNET_DISCONNECTED$/);
    await openWithToasts(visitor, '/portal/auth');
    await expect(loginButton(visitor)).toBeVisible();
    await goOffline(visitor, problems);
    await fillLogin(visitor, username, secret);
    await expectToast(
      visitor,
      'Login failed',
      'No connection to the server. Check your network and try again.',
    );
    await far.setOffline(false);
    await loginButton(visitor).click();
    await expect(visitor).toHaveURL('/portal');
  });
});

test('a server that cannot answer for the session is an error to retry, not a sign-out', async ({
  page,
  member,
  problems,
}) => {
  await member();
  problems.expect(/^GET \/api\/user 503$/);
  await refuseCall(page, '/api/user', {
    status: 503,
    code: 'database_unavailable',
    message: 'Please try again in a moment.',
  });
  await page.goto('/portal');
  await expect(page.getByText('503: Please try again in a moment.')).toBeVisible();
  await expect(page).toHaveURL('/portal');
  await page.unroute('**/api/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
});

test.describe('a purchase key', () => {
  test('is required', async ({ page }) => {
    await page.goto('/portal/auth?mode=key');
    await page.getByRole('button', { name: 'Verify Key' }).click();
    await expect(page.getByText('Purchase key is required', { exact: true })).toBeVisible();
  });

  test('that is wrong, used or revoked is refused with the same message', async ({
    page,
    otherBrowser,
    server,
    problems,
  }) => {
    const used = await issueKey(server);
    const { context } = await otherBrowser();
    const username = freshName();
    await context.request.post('/api/register', {
      data: { username, email: `${username}@example.com`, password: PASSWORD, purchaseCode: used },
    });
    const revoked = await issueKey(server);
    await server.staff('codes', 'revoke', revoked, '--yes');
    problems.expect(/^POST \/api\/verify-purchase-key 400$/);
    await page.goto('/portal/auth?mode=key');
    for (const key of ['AAAAA-AAAAA-AAAAA-AAAAA-AAAAA', used, revoked, '💥']) {
      await checkKey(page, key);
      await expectToast(
        page,
        'Invalid purchase key',
        'Please check your purchase key and try again',
      );
      await expect(page.getByLabel('Purchase Key')).toHaveValue(key);
      await dismissToast(page);
    }
  });

  test('cannot be verified without a network or by a broken server', async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/^POST \/api\/verify-purchase-key 503$/, /ERR_INTERNET_DISCONNECTED$/);
    await openWithToasts(page, '/portal/auth?mode=key');
    await expect(page.getByRole('button', { name: 'Verify Key' })).toBeVisible();
    await goOffline(page, problems);
    await checkKey(page, 'AAAAA');
    await expectToast(page, 'Failed to verify purchase key');
    await context.setOffline(false);
    await dismissToast(page);
    await refuseCall(page, '/api/verify-purchase-key', {
      status: 503,
      code: 'database_unavailable',
      message: 'Please try again in a moment.',
    });
    await checkKey(page, 'AAAAA');
    await expectToast(page, 'Failed to verify purchase key');
  });
});

test.describe('registering', () => {
  test('shows a message for every invalid field before sending a request', async ({
    page,
    server,
  }) => {
    await openRegistration(page, server);
    await expectToast(page, 'Purchase key verified', 'Please complete your registration');
    const sent = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByLabel('Purchase Code').fill('');
    await fillRegistration(page, { username: '', email: 'ada@', secret: 'sevenof' });
    for (const message of [
      'Username is required',
      'Invalid email address',
      'Password must be at least 8 characters',
      'Purchase code is required',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    expect(sent).toEqual([]);
  });

  test('with a taken name or address leaves the key unused', async ({
    page,
    otherBrowser,
    server,
    problems,
  }) => {
    const { context } = await otherBrowser();
    const taken = { username: freshName(), email: `${freshName()}@example.com` };
    const first = await issueKey(server);
    await context.request.post('/api/register', {
      data: { ...taken, password: PASSWORD, purchaseCode: first },
    });
    problems.expect(/^POST \/api\/register 409$/);
    const key = await openRegistration(page, server);
    await fillRegistration(page, { username: taken.username.toUpperCase(), email: 'a@b.example' });
    await expectToast(page, 'Registration failed', '409: Username is already taken');
    await expect(page.getByLabel('Username')).toBeFocused();
    const username = freshName();
    await fillRegistration(page, { username, email: taken.email.toUpperCase() });
    await expectToast(page, 'Registration failed', '409: Email is already registered');
    await expect(page.getByLabel('Email')).toBeFocused();
    const refusedMeanwhile = await server.staff('codes', 'show', key);
    await fillRegistration(page, { username, email: `${username}@example.com` });
    await expect(page).toHaveURL('/portal');
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    expect(await server.staff('codes', 'show', key)).toMatch(/STATE +used/);
    expect(refusedMeanwhile).toMatch(/STATE +unused/);
  });

  test('with a key that was used in the meantime names the key', async ({
    page,
    otherBrowser,
    server,
    problems,
  }) => {
    const key = await openRegistration(page, server);
    const { context } = await otherBrowser();
    const faster = freshName();
    const answer = await context.request.post('/api/register', {
      data: {
        username: faster,
        email: `${faster}@example.com`,
        password: PASSWORD,
        purchaseCode: key,
      },
    });
    expect(answer.status()).toBe(201);
    problems.expect(/^POST \/api\/register 400$/);
    const username = freshName();
    await fillRegistration(page, { username, email: `${username}@example.com` });
    await expectToast(page, 'Registration failed', '400: Invalid purchase key');
    await expect(page.getByLabel('Purchase Code')).toBeFocused();
    expect((await page.request.get('/api/user')).status()).toBe(401);
  });
});

test('a visitor who subscribes returns to the course after signing in', async ({
  otherBrowser,
  server,
  member,
}) => {
  const { 'crypto-market-structure': crypto } = await courseIds(server);
  const { username, password: secret } = await member();
  const { page: visitor } = await otherBrowser();
  await visitor.goto(`/courses/${crypto}`);
  await visitor.getByRole('link', { name: /^Subscribe Now/ }).click();
  await expect(loginButton(visitor)).toBeVisible();
  await fillLogin(visitor, username, secret);
  await expect(visitor).toHaveURL(`/courses/${crypto}`);
  await expect(visitor.getByRole('button', { name: /^Subscribe Now/ })).toBeVisible();
});
