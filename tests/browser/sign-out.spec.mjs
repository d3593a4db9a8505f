// What the browser keeps of a member: no secret, and nothing of the member after the sign-out.
import { expect, test } from './harness.mjs';
import { courseIds, COURSES, freshName, issueKey } from './harness/members.mjs';
import { loaded } from './harness/player.mjs';
import { expectToast } from './harness/toasts.mjs';

const PASSWORD = 'a canary password of 2026';

/** Everything that scripts of the page can read later: storage, databases and caches, as one text. */
function stored(page) {
  return page.evaluate(async () => {
    const answered = (request) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const texts = [document.cookie];
    for (const storage of [localStorage, sessionStorage]) {
      texts.push(JSON.stringify(Object.entries(storage)));
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name));
      for (const table of database.objectStoreNames) {
        const rows = database.transaction(table).objectStore(table);
        texts.push(JSON.stringify([await answered(rows.getAllKeys()), await answered(rows.getAll())]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        texts.push(request.url, await answer.text());
      }
    }
    return texts.join('\n');
  });
}

/** Registers through the pages, so that the browser sees the key and the password. */
async function register(page, server) {
  const key = await issueKey(server);
  const username = freshName('keeper');
  const email = `${username}@example.com`;
  await page.goto('/portal/auth');
  await page.getByRole('button', { name: 'Register with Purchase Key' }).click();
  await page.getByLabel('Purchase Key').fill(key);
  await page.getByRole('button', { name: 'Verify Key' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/portal');
  return { username, email, key };
}

test('no password, key, address or session is kept where a script can read it', async ({
  page,
  context,
  server,
}) => {
  const { username, email, key } = await register(page, server);
  const ids = await courseIds(server);
  await page.goto(`/portal/course/${ids[COURSES.futures]}`);
  await loaded(page);
  await page.goto('/portal/account');
  const profile = page.getByRole('region', { name: 'Name and e-mail' });
  await profile.getByRole('button', { name: 'Save Changes' }).click();
  await profile.getByLabel('Current Password').fill(PASSWORD);
  await profile.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Account updated');
  // The account's name is kept for pages without a connection: what is looked at is the right place.
  await expect.poll(() => stored(page)).toContain(username);
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  const values = cookies.map(({ value }) => value);
  const secrets = [PASSWORD, key, key.replaceAll('-', ''), email, ...values];
  const during = await stored(page);
  for (const secret of secrets) expect(during).not.toContain(secret);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/portal/auth');
  await expect.poll(() => stored(page)).not.toContain(username);
  const after = await stored(page);
  for (const secret of secrets) expect(after).not.toContain(secret);
});

test('going back after the sign-out shows no page of the member', async ({ page, member }) => {
  const { username, email } = await member();
  // Documents of their own, and a page within one.
  await page.goto('/portal');
  await expect(page.getByRole('heading', { level: 1, name: `Welcome back, ${username}!` })).toBeVisible();
  await page.goto('/portal/courses');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  const profile = page.getByRole('region', { name: 'Name and e-mail' });
  await expect(profile.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/portal/auth');
  const shown = async () =>
    (await page.locator('body').innerText()) +
    (await page.locator('input').evaluateAll((fields) => fields.map(({ value }) => value).join()));
  for (let steps = 0; steps < 2; steps += 1) {
    await page.goBack();
    await expect(page).toHaveURL(/\/portal\/auth/);
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    const text = await shown();
    expect(text).not.toContain(email);
    expect(text).not.toContain(`Welcome back, ${username}`);
  }
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});
