// What is kept of a lesson stays as it is while the member does nothing: whatever an engine makes of the first seek and of
// the duration, at whichever step the page is reloaded, with and without a connection.
import { expect, test } from '../harness.mjs';
import { importPackagedCourse, PACKAGED } from '../harness/courses/packaged-course.mjs';
import { position, storedProgress, video } from '../harness/player.mjs';

const KEPT = 36;

/** How an engine may treat a seek or tell the duration before it can play. */
const FAULTS = {
  'as it is': '',
  'a seek is ignored until it can play': `
    set(seconds) { if (this.readyState >= 3) time.set.call(this, seconds); }`,
  'the first seek is ignored': `
    set(seconds) { if (this.wasSought) time.set.call(this, seconds); this.wasSought = true; }`,
  'each seek goes to 0': 'set() { time.set.call(this, 0); }',
  'the duration is 0 at first': 'duration() { return this.readyState >= 3 ? length.get.call(this) : 0; }',
  'the duration is NaN at first': 'duration() { return this.readyState >= 3 ? length.get.call(this) : NaN; }',
  'the duration is infinite at first':
    'duration() { return this.readyState >= 3 ? length.get.call(this) : Infinity; }',
};

const engine = (fault) => `{
  const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime');
  const length = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'duration');
  const own = { ${fault} };
  if (own.set) Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', { ...time, set: own.set });
  if (own.duration)
    Object.defineProperty(HTMLMediaElement.prototype, 'duration', { ...length, get: own.duration });
}`;

/** Browsers whose own HLS is what plays have no Media Source. */
const WITHOUT_MEDIA_SOURCE = 'delete window.MediaSource; delete window.ManagedMediaSource;';

const DELIVERIES = {
  'its file': { lesson: 'The short one', script: '' },
  'Media Source': { lesson: 'The long one', script: '' },
  'the HLS of the browser': { lesson: 'The long one', script: WITHOUT_MEDIA_SOURCE },
};

/** The steps of a load at which the page is reloaded. */
const STEPS = ['loadstart', 'loadedmetadata', 'canplay'];

/** Waits for an event of the video, or until it is past it. */
const reached = (page, step) =>
  expect
    .poll(() =>
      video(page)
        .evaluate(
          (element, wanted) =>
            ({ loadstart: 1, loadedmetadata: 2, canplay: 4 })[wanted] <=
            (element.networkState > 0 ? 1 : 0) + element.readyState,
          step,
        )
        .catch(() => false),
    )
    .toBe(true);

test.beforeEach(({ problems }) => {
  // Reloads cancel what is loading.
  problems.allow(/net::ERR_ABORTED$/, /(net::ERR_INTERNET_DISCONNECTED)$/, /^console: /);
});

for (const [delivery, { lesson, script }] of Object.entries(DELIVERIES)) {
  test(`a lesson that is opened by ${delivery} reports nothing by itself`, async ({
    member,
    server,
    context,
    otherBrowser,
  }) => {
    const id = await importPackagedCourse(server);
    await member({ course: PACKAGED });
    const sections = await (await context.request.get(`/api/courses/${id}/models`)).json();
    const { id: videoId } = sections[0].videos.find(({ title }) => title === lesson);
    const address = `/portal/course/${id}?lesson=${videoId}`;
    const change = { data: { watchedSeconds: KEPT } };
    await context.request.put(`/api/videos/${videoId}/progress`, change);
    const before = await storedProgress(context, id);
    expect(before[0].watchedSeconds).toBe(KEPT);
    const state = await context.storageState();

    for (const [name, fault] of Object.entries(FAULTS)) {
      const other = await otherBrowser({ storageState: state });
      other.problems.allow(/net::ERR_ABORTED$/, /net::ERR_INTERNET_DISCONNECTED$/, /^console: /);
      // What the service worker was fetching for a page that is reloaded has this name.
      other.problems.allow(/^GET \/assets\/\S+ net::ERR_FAILED$/);
      const { page } = other;
      const reports = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') reports.push(`${name}: ${request.postData()}`);
      });
      await page.addInitScript(script + engine(fault));
      await page.goto(address);
      for (const step of STEPS) {
        await reached(page, step);
        await page.reload();
      }
      await reached(page, 'canplay');
      if (!name.includes('goes to 0')) {
        await expect.poll(() => position(page), name).toBeGreaterThan(KEPT - 1.1);
      }
      // The connection goes while the page stands, and comes back.
      await other.context.setOffline(true);
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
      await other.context.setOffline(false);
      await page.goto('/portal');
      expect(reports).toEqual([]);
      await other.context.close();
    }
    expect(await storedProgress(context, id)).toEqual(before);
  });
}
