// Events while a member watches: the access ends, the session ends, another tab continues.
import { expect, test } from './harness.mjs';
import { courseIds, COURSES } from './harness/members.mjs';
import { storedProgress, loaded, playedPast, position, video } from './harness/player.mjs';

async function openLesson(page, server) {
  const id = (await courseIds(server))[COURSES.futures];
  await page.goto(`/portal/course/${id}`);
  await expect(page.getByRole('region', { name: /^Video: / })).toBeVisible();
  await loaded(page);
  return id;
}

/** Seeks with a key and returns the second that the server then stores. */
async function jump(page, key) {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/progress') && response.request().method() === 'PUT',
  );
  await page.keyboard.press(key);
  const answer = await saved;
  return { status: answer.status(), kept: Math.floor(await position(page)) };
}

test('a revoked access shows a message, and the video stops', async ({
  page,
  member,
  server,
  staff,
  problems,
}) => {
  const { username } = await member();
  const id = await openLesson(page, server);
  // A preview would go on.
  const [{ videos }] = await (await page.request.get(`/api/courses/${id}/models`)).json();
  const { id: lesson } = videos.find(({ kind, preview }) => kind === 'video' && !preview);
  await page.goto(`/portal/course/${id}?lesson=${lesson}`);
  await loaded(page);
  await page.keyboard.press('k');
  await playedPast(page, 0.5);
  await staff('users', 'revoke', username, COURSES.futures, '--yes');
  // The report or the video's next range, whichever is refused first.
  problems.expect(/^(PUT \/api|GET \/media)\/videos\/\d+(\/progress)? 403$/);
  await page.keyboard.press('3');
  await expect(
    page.getByText('Your access to this course has ended', { exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText('Your progress is kept: subscribe again and go on where you stopped.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Subscribe Now/ })).toBeVisible();
  await expect(video(page)).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`/portal/course/${id}`));
  await expect(page.getByRole('heading', { name: 'Premium Content' })).toBeVisible();
});

test('a session that ended elsewhere leads to signing in and back to the same second', async ({
  page,
  otherBrowser,
  member,
  signIn,
  server,
  problems,
}) => {
  const person = await member();
  await openLesson(page, server);
  const { kept } = await jump(page, '4');
  const address = new URL(page.url());
  const elsewhere = await otherBrowser();
  await signIn(elsewhere.context, person);
  await elsewhere.context.request.delete('/api/user/sessions');
  problems.expect(/^(PUT \/api|GET \/media)\/videos\/\d+(\/progress)? 401$/);
  problems.allow(/^GET \/api\/courses\/\d+\/access 401$/);
  await page.keyboard.press('6');
  const notice = page.getByRole('group', { name: 'Signed out' });
  await expect(notice.getByRole('alert')).toContainText('Sign in again to go on watching.');
  await notice.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(address.pathname + address.search);
  await loaded(page);
  expect(await position(page)).toBeGreaterThanOrEqual(kept);
});

test('of two tabs the position of the tab that watched last is stored', async ({
  page,
  context,
  member,
  server,
}) => {
  await member();
  const id = await openLesson(page, server);
  const tab = await context.newPage();
  await openLesson(tab, server);
  const early = await jump(page, '2');
  const late = await jump(tab, '6');
  expect(late.kept).toBeGreaterThan(early.kept);
  const remembered = async () => (await storedProgress(context, id))[0].watchedSeconds;
  expect(await remembered()).toBe(late.kept);
  // The first tab, idle since, is closed: its old position must not be stored again.
  await page.bringToFront();
  await page.goto('/portal');
  await expect(page.getByRole('region', { name: 'Continue Learning' })).toContainText(
    'What a future is',
  );
  expect(await remembered()).toBe(late.kept);
  await tab.reload();
  await loaded(tab);
  expect(Math.abs((await position(tab)) - late.kept)).toBeLessThanOrEqual(1);
});

test('a report that failed with a server error is retried by itself', async ({
  page,
  context,
  member,
  server,
  problems,
}) => {
  await member();
  const id = await openLesson(page, server);
  problems.expect(/^PUT \/api\/videos\/\d+\/progress 503$/);
  let refusals = 0;
  await page.route('**/api/videos/*/progress', (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    return route.fulfill({ status: 503, json: { code: 'database_unavailable', message: 'Down.' } });
  });
  expect((await jump(page, '3')).status).toBe(503);
  const second = Math.floor(await position(page));
  await expect.poll(async () => (await storedProgress(context, id))[0]?.watchedSeconds).toBe(second);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
