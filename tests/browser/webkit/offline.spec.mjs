// Without a connection, in WebKit: the page says so, keeps what was done, and sends it later.
import { kept } from '../harness/kept/shell.mjs';
import { importLessonCourse, SLUG } from '../harness/courses/lesson-course.mjs';
import { storedProgress } from '../harness/player.mjs';
import { expect, test as base } from './harness.mjs';
import { loaded } from './player.mjs';
import { startRelay } from './relay.mjs';

/** The connection is really cut. This engine knows of it from the machine's network only, so the page is told so. */
const test = base.extend({
  relay: async ({ server }, use) => {
    const relay = await startRelay(server.url);
    await use(relay);
    await relay.end();
  },
  origin: async ({ relay }, use) => use(relay.url),
});

// The page fetches files ahead while it is idle, also after its connection was cut.
// Written as a pair of a value and its options: Playwright would take a list of two for that.
const ALLOWED = [
  /FetchEvent\.respondWith received an error: TypeError: Load failed$/,
  /Cannot load http:\S+\/assets\/\S+\.$/,
];
test.use({ allowed: [ALLOWED, { option: true }] });

const tell = (page, online) =>
  page.run((isOnline) => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => isOnline, configurable: true });
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }, online);

test('a finished lesson is kept, over a reload too, and sent when the connection is back', async ({
  page,
  relay,
  member,
  server,
  request,
}) => {
  const course = await importLessonCourse(server);
  await member({ course: SLUG });
  await page.goto(`/portal/course/${course}`);
  await loaded(page);
  await page.reload();
  await loaded(page);
  await kept(page);

  relay.cut();
  await tell(page, false);
  await page.read(/You are offline\. Your place in each lesson is kept in this browser/);
  await page.click('button', 'Mark as finished');
  await page.read(/You are offline\. Your progress in 1 lesson is kept in this browser/);

  await page.reload();
  await page.read('A tick is the smallest step.');
  await page.read(/Your progress in 1 lesson is kept in this browser/);
  expect(await storedProgress({ request }, course)).toEqual([]);

  relay.mend();
  await tell(page, true);
  await page.read('The connection is back. Your progress is saved.');
  expect((await storedProgress({ request }, course))[0]).toMatchObject({ completed: true });
});
