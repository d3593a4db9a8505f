// Browsers that keep nothing: cookies are blocked, or the stores of the browser do not answer.
import { expect, test } from './harness.mjs';
import { goOffline } from './harness/answers.mjs';
import { kept } from './harness/kept/shell.mjs';
import { freshName, issueKey, PASSWORD } from './harness/members.mjs';

const blocked = (page) =>
  page.getByRole('heading', { name: 'Your browser keeps no cookies for this site' });
const notice = (page) => page.getByRole('alert').filter({ has: blocked(page) });

async function signIn(page, username, secret) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The browser gets the answers of these calls, and none of their cookies. */
async function blockCookies(page) {
  await page.route(/\/api\/(login|register)$/, async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    // The call above keeps them in the context.
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
}

test('a registration without cookies says that the account exists, and where to sign in', async ({
  page,
  otherBrowser,
  server,
}) => {
  const key = await issueKey(server);
  const username = freshName();
  await blockCookies(page);
  await page.goto(`/portal/auth#key=${key}`);
  await page.getByRole('button', { name: 'Verify Key' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(notice(page)).toContainText('Your account exists');
  await page.getByRole('button', { name: 'Try again' }).click();
  await signIn(page, username, PASSWORD);
  await expect(notice(page)).toContainText('Your user name and password are right');

  const { page: elsewhere } = await otherBrowser();
  await elsewhere.goto('/portal/auth');
  await signIn(elsewhere, username, PASSWORD);
  await expect(elsewhere.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
});

test('a browser with cookies turned off is told before anything is sent', async ({
  page,
  server,
}) => {
  const key = await issueKey(server);
  const sent = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.goto(`/portal/auth#key=${key}`);
  await expect(notice(page)).toContainText('a purchase key stays unused');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(sent).toEqual([]);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Verify Key' }).click();
  await expect(page.getByLabel('Purchase Code')).toHaveValue(key);
});

test('an IndexedDB that never answers holds up no page, no sign-in and no sign-out', async ({
  page,
  otherBrowser,
  member,
}) => {
  const { username, password } = await member();
  await page.close();
  const { page: visitor, context, problems } = await otherBrowser();
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => ({});
  });
  await visitor.goto('/portal');
  await signIn(visitor, username, password);
  const greeting = visitor.getByRole('heading', { name: /^Welcome back, / });
  await expect(greeting).toBeVisible();
  await visitor.reload();
  await expect(greeting).toBeVisible();
  await kept(visitor);
  problems.allow(/ERR_(FAILED|INTERNET_DISCONNECTED)$/);
  await goOffline(visitor, problems);
  await visitor.reload();
  await expect(visitor.getByText('We could not check who is signed in.')).toBeVisible();
  await context.setOffline(false);
  await visitor.getByRole('button', { name: 'Try again' }).click();
  await expect(greeting).toBeVisible();
  await visitor.getByRole('button', { name: 'Log out' }).click();
  await expect(visitor.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});
