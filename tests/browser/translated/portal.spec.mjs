// The portal's pages, translated by the browser: everything is pressed, and nothing breaks or stays as it was.
import { expect } from '../harness.mjs';
import { courseIds, COURSES, issueKey } from '../harness/members.mjs';
import { pressEverything } from './press.mjs';
import { open, test } from './translate.mjs';

test.use({ settings: { PORTAL_PAYMENTS: 'sandbox' } });

const LEAVES = 'Log out|Sign out|Delete|Withdraw|Subscribe|Koppel|Connect Discord';
/** Presses that are refused, because what was typed is no key, code or password. */
const REFUSED = /^(POST|PUT) \S+ 4\d\d$/;

async function watched(context, courseId, completed) {
  const [{ videos }] = await (await context.request.get(`/api/courses/${courseId}/models`)).json();
  await context.request.put(`/api/videos/${videos[0].id}/progress`, {
    data: { watchedSeconds: 12, completed },
  });
}

test('the dashboard and the courses, without progress, with it and when the courses have ended', async ({
  page,
  context,
  member,
  server,
  staff,
  problems,
}) => {
  problems.allow(REFUSED);
  const { username } = await member();
  const id = (await courseIds(server))[COURSES.futures];
  await open(page, '/portal');
  await pressEverything(page, LEAVES);
  await watched(context, id, false);
  await staff('users', 'grant', username, COURSES.forex, '--access', '3m');
  for (const address of ['/portal', '/portal/courses']) {
    await open(page, address);
    await pressEverything(page, LEAVES);
  }
  const portal = page.getByRole('navigation', { name: 'Portal' });
  for (const name of ['Dashboard', 'My Courses', 'Account', 'Dashboard']) {
    await portal.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const course of [COURSES.futures, COURSES.forex]) {
    await staff('users', 'revoke', username, course, '--yes');
  }
  for (const address of ['/portal', '/portal/courses']) {
    await open(page, address);
    await pressEverything(page, LEAVES);
  }
});

test('the account: every form, the second factor, a key and its course', async ({
  page,
  member,
  server,
  problems,
}) => {
  problems.allow(REFUSED);
  const { password } = await member();
  await open(page, '/portal/account');
  await expect(page.getByText('This device')).toBeVisible();
  await pressEverything(page, LEAVES);
  await open(page, '/portal/account');
  await page.getByLabel('Purchase Key').fill(await issueKey(server, { course: COURSES.forex }));
  await page.getByRole('button', { name: 'Redeem Key' }).click();
  await expect(page.getByText(/Forex Sessions/).first()).toBeVisible();
  const factor = page.getByRole('region', { name: 'Second factor' });
  await factor.getByRole('button', { name: 'Set Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up the second factor' });
  await dialog.getByLabel('Current Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  // As the app takes it: without the mark of the translation.
  await expect(factor.locator('code')).toBeVisible();
  expect(await factor.locator('code').textContent()).toMatch(/^[A-Z2-7 ]+$/);
});

test('search, review and Discord', async ({ page, member, problems }) => {
  problems.allow(/^GET \/api\/discord\/config 503$/, REFUSED);
  await member();
  await open(page, '/portal/search');
  const field = page.getByRole('main').getByRole('searchbox');
  const outcome = page.getByRole('main').getByRole('status');
  for (const words of ['margin', 'zzzz', 'contract']) {
    await field.fill(words);
    await field.press('Enter');
    await expect(page).toHaveURL(`/portal/search?q=${words}`);
    await expect(outcome).toHaveText(words === 'zzzz' ? /says “zzzz”/ : /^\d+ places? found/);
  }
  for (const address of [
    '/portal/review',
    '/portal/discord-verify',
    '/portal/discord/callback?error=access_denied',
  ]) {
    await open(page, address);
    await pressEverything(page, LEAVES);
  }
});

test('a course that is closed, for a member', async ({ page, member, server }) => {
  await member();
  const ids = await courseIds(server);
  await open(page, `/portal/course/${ids[COURSES.crypto]}`);
  await expect(page.getByRole('button', { name: /^Subscribe Now/ })).toBeVisible();
  await pressEverything(page, LEAVES);
});
