// Buttons whose call is on its way: they keep the focus and send nothing again, and after a failure the focus is where it was.
import { expect, test } from './harness.mjs';
import { refuseCall } from './harness/answers.mjs';
import { courseIds, COURSES } from './harness/members.mjs';
import { expectToast } from './harness/toasts.mjs';

const BUSY = { code: 'database_unavailable', message: 'Please try again in a moment.' };

const toasts = (page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

/** Holds the calls of a path until `answer` is called; then they are refused. */
async function hold(page, path, { status, code, message }) {
  const waiting = [];
  let isOpen = false;
  const refuse = (route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, message }),
    });
  let sent = 0;
  await page.route(`**${path}`, (route) => {
    sent += 1;
    return isOpen ? refuse(route) : waiting.push(route);
  });
  return {
    sent: () => sent,
    answer: async () => {
      isOpen = true;
      await Promise.all(waiting.splice(0).map(refuse));
    },
  };
}

test(
  'a sign-in that waits keeps the focus and is sent once, by Enter or by its button',
  { tag: '@firefox' },
  async ({ page, problems }) => {
    problems.expect(/^POST \/api\/login 401$/);
    const calls = await hold(page, '/api/login', {
      status: 401,
      code: 'invalid_credentials',
      message: 'Invalid username or password',
    });
    await page.goto('/portal/auth');
    await page.getByLabel('Username').fill('reader');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('not the password');
    const waits = page.getByRole('button', { name: 'Logging in…' });
    await password.press('Enter');
    await expect(waits).toHaveAttribute('aria-disabled', 'true');
    await password.press('Enter');
    await waits.dispatchEvent('click');
    await waits.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await calls.answer();
    await expectToast(page, 'Invalid username or password');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused();
    expect(calls.sent()).toBe(1);
    // A toast of another form than the one that is shown.
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await page.goBack();
    await page.getByLabel('Username').fill('reader');
    await password.fill('not the password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expectToast(page, 'Invalid username or password');
    await page.goForward();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  },
);

test('a question that is not sent leaves the focus at its button', async ({
  page,
  member,
  server,
  problems,
}) => {
  await member();
  const path = /\/api\/videos\/\d+\/questions$/;
  problems.expect(/^POST \/api\/videos\/\d+\/questions 503$/);
  let sent = 0;
  await page.route(path, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    return route.fulfill({
      status: 503,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BUSY),
    });
  });
  const { [COURSES.futures]: id } = await courseIds(server);
  await page.goto(`/portal/course/${id}`);
  await page.getByRole('button', { name: /^Ask about/ }).click();
  await page.getByLabel('Your question').fill('Why does one contract stand for the index?');
  const ask = page.getByRole('button', { name: 'Ask', exact: true });
  for (const times of [1, 2]) {
    await ask.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => sent).toBe(times);
    await expect(page.getByText(/^Your question was not sent/)).toBeVisible();
    await expect(ask).toBeFocused();
  }
});

test('a page that fails again when it is loaded again leaves the focus at its button', async ({
  page,
  member,
  problems,
}) => {
  await member();
  problems.expect(/^GET \/api\/user 503$/);
  await refuseCall(page, '/api/user', { status: 503, ...BUSY });
  await page.goto('/portal');
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.focus();
  const again = page.waitForResponse('**/api/user');
  await page.keyboard.press('Enter');
  await again;
  await expect(retry).toBeFocused();
});
