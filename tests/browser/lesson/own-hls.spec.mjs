// Where there is no Media Source, the browser plays HLS itself, and the file where it cannot.
import { expect, test } from '../harness.mjs';
import { importPackagedCourse, PACKAGED } from '../harness/courses/packaged-course.mjs';
import { loaded, playedPast, position, storedProgress, video } from '../harness/player.mjs';

const KEPT = 36;

test('HLS that the browser itself cannot play goes on with the file at the same second', async ({
  page,
  context,
  member,
  server,
  problems,
}) => {
  const id = await importPackagedCourse(server);
  await member({ course: PACKAGED });
  const sections = await (await context.request.get(`/api/courses/${id}/models`)).json();
  const { id: videoId } = sections[0].videos.find(({ title }) => title === 'The long one');
  const change = { data: { watchedSeconds: KEPT } };
  await context.request.put(`/api/videos/${videoId}/progress`, change);
  await page.addInitScript('delete window.MediaSource; delete window.ManagedMediaSource;');
  await page.route('**/master.m3u8', (route) =>
    route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body: 'no playlist' }),
  );
  problems.allow(/^console: /);
  const asked = page.waitForRequest('**/master.m3u8');
  await page.goto(`/portal/course/${id}?lesson=${videoId}`);
  await asked;
  const source = () => video(page).evaluate(({ currentSrc }) => new URL(currentSrc).pathname);
  await expect.poll(source).toMatch(/^\/media\/videos\/\d+$/);
  await loaded(page);
  await expect.poll(() => position(page)).toBeGreaterThan(KEPT - 1.1);
  expect(await video(page).evaluate(({ paused }) => paused)).toBe(true);
  await page.keyboard.press('k');
  await playedPast(page, KEPT + 1);
  await page.keyboard.press('k');
  const stored = async () => (await storedProgress(context, id))[0].watchedSeconds;
  await expect.poll(stored).toBeGreaterThan(KEPT);
});
