// Without a connection: opened lessons stay readable, also after a reload, and progress is sent later.
import { expect, test } from './harness.mjs';
import { goOffline } from './harness/answers.mjs';
import { kept } from './harness/kept/shell.mjs';
import { importLessonCourse, SLUG } from './harness/courses/lesson-course.mjs';
import { loaded, playedPast, position, storedProgress, video } from './harness/player.mjs';

// Each test takes the page offline.
test.beforeEach(({ problems }) => {
  problems.allow(/(net::ERR_INTERNET_DISCONNECTED|NS_ERROR_OFFLINE)$/, /^console: /);
});

/** Opens the first lesson of the lesson course as its member; the course's id. */
async function openLesson(page, member, server) {
  const id = await importLessonCourse(server);
  await member({ course: SLUG });
  await page.goto(`/portal/course/${id}`);
  await loaded(page);
  return id;
}

/** The addresses under which pictures are kept in this browser. */
const keptPictures = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('portal-kept');
        // Before the page has made it there is nothing; it is not made here.
        opening.addEventListener('upgradeneeded', () => opening.transaction.abort());
        opening.addEventListener('error', () => resolve([]));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const all = database.transaction('answers').objectStore('answers').getAllKeys();
          all.addEventListener('success', () => {
            database.close();
            resolve(all.result.filter((key) => /\/image$|\/pictures\//.test(key)));
          });
        });
      }),
  );

/** The pictures of the page, and whether each is there. */
const pictures = (page) =>
  page
    .locator('main img')
    .evaluateAll((all) =>
      all.map(({ complete, naturalWidth, src }) => [
        src.startsWith('data:') ? 'kept' : new URL(src).pathname,
        complete && naturalWidth > 0,
      ]),
    );

test('an opened lesson is read without a connection, also after a reload', { tag: '@firefox' }, async ({
  page,
  context,
  member,
  server,
}) => {
  await openLesson(page, member, server);
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  await expect(page.getByText('A zebra crossing is no signal.')).toBeVisible();
  await page.reload();
  await loaded(page);
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  await expect(page.getByText('A zebra crossing is no signal.')).toBeVisible();
  await kept(page);
  await expect
    .poll(async () => (await keptPictures(page)).some((address) => address.includes('/pictures/')))
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('A tick is the smallest step.')).toBeVisible();
  await expect(page.getByText(/^You are offline\. Your place/)).toBeVisible();
  const picture = page.getByRole('img', { name: 'Two steps' });
  await expect.poll(() => picture.evaluate(({ naturalWidth }) => naturalWidth)).toBe(1);
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  await expect(page.getByText('A zebra crossing is no signal.')).toBeVisible();
  await context.setOffline(false);
});

test('a reload without a connection keeps the second, here and on the server', { tag: '@firefox' }, async ({
  page,
  context,
  member,
  server,
}) => {
  const id = await openLesson(page, member, server);
  await kept(page);
  await page.goto(`/portal/course/${id}?t=12`);
  await loaded(page);
  await page.keyboard.press('k');
  await playedPast(page, 14);
  await context.setOffline(true);
  await page.keyboard.press('k');
  const left = Math.floor(await position(page));
  await page.reload();
  await expect(page.getByText(/^You are offline\. Your progress in 1 lesson is kept/)).toBeVisible();
  await context.setOffline(false);
  await loaded(page);
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(left);
  expect(await video(page).evaluate(({ paused }) => paused), 'it waits for the member').toBe(true);
  const stored = async () => (await storedProgress(context, id))[0]?.watchedSeconds;
  await expect.poll(stored).toBe(left);
  await page.keyboard.press('k');
  await playedPast(page, left + 1);
  await page.keyboard.press('k');
  await expect.poll(stored).toBeGreaterThan(left);
});

test('the pictures of courses stay without a connection, until the account signs out', async ({
  page,
  context,
  member,
  server,
}) => {
  const id = await importLessonCourse(server);
  const cover = `/media/courses/${id}/image`;
  await member({ course: SLUG });
  await page.goto('/portal');
  await expect.poll(() => pictures(page)).toEqual([[cover, true]]);
  await expect.poll(() => keptPictures(page)).toEqual([cover]);
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => pictures(page)).toEqual([['kept', true]]);
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/portal\/auth/);
  expect(await keptPictures(page)).toEqual([]);
});

test('the drawing of a course type stays without a connection', async ({
  page,
  context,
  member,
}) => {
  await member();
  await page.goto('/portal');
  await expect.poll(() => pictures(page)).toEqual([['/images/futures.svg', true]]);
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => pictures(page)).toEqual([['/images/futures.svg', true]]);
  await context.setOffline(false);
});

test('a transcript is opened for the first time without a connection', async ({
  page,
  context,
  member,
  server,
}) => {
  await openLesson(page, member, server);
  const isThere = () =>
    page.evaluate(async () => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      const script = names.find((name) => /\/transcript-[^/]+\.js$/.test(name));
      const hasStyle = names.some((name) => /\/transcript-[^/]+\.css$/.test(name));
      return script !== undefined && hasStyle && (await import(script)) !== undefined;
    });
  await expect.poll(isThere).toBe(true);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  await expect(page.getByText('A zebra crossing is no signal.')).toBeVisible();
  await context.setOffline(false);
});

test('progress made without a connection is sent when the page is opened again', async ({
  page,
  context,
  member,
  server,
  problems,
}) => {
  const id = await openLesson(page, member, server);
  await goOffline(page, problems);
  await page.getByRole('button', { name: 'Mark as finished' }).click();
  await expect(
    page.getByText(/^You are offline\. Your progress in 1 lesson is kept/),
  ).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto('/portal');
  await expect.poll(async () => (await storedProgress(context, id))[0]?.completed).toBe(true);
});

test('public pages are left to the network', async ({ page, context, member, problems }) => {
  await member();
  await page.goto('/portal');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await goOffline(page, problems);
  await expect(page.goto('/pricing')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(false);
});
