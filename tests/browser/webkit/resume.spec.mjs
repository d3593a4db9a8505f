// A lesson is resumed at the second where it was left, however the video reaches the engine. Opening a lesson changes nothing.
import { PACKAGED } from '../harness/courses/packaged-course.mjs';
import { storedProgress } from '../harness/player.mjs';
import { expect, test } from './harness.mjs';
import { loaded, openLesson, openLessonAt, pause, playedPast, position, state } from './player.mjs';

const DELIVERIES = [
  { engine: 'media source', lesson: 'The short one', source: /\/media\/videos\/\d+$/ },
  { engine: 'media source', lesson: 'The long one', source: /^blob:/ },
  { engine: 'own HLS', lesson: 'The long one', source: /\.m3u8/ },
  // WebKitGTK does not always finish the seek of a file that it can play already; it stands at its second then.
  { engine: 'older Safari', lesson: 'The short one', source: /\/media\/videos\/\d+$/, sticks: true },
  { engine: 'older Safari', lesson: 'The long one', source: /\.m3u8/ },
];

for (const { engine, lesson, source, sticks = false } of DELIVERIES) {
  test.describe(engine, () => {
    test.use({ engine });

    test(`${lesson} is resumed at its second`, async ({ page, member, packaged, request }) => {
      const kept = async () => (await storedProgress({ request }, packaged))[0]?.watchedSeconds;
      await member({ course: PACKAGED });
      const [{ videos }] = await (await request.get(`/api/courses/${packaged}/models`)).json();
      const { id } = videos.find(({ title }) => title === lesson);
      const address = `/portal/course/${packaged}?lesson=${id}`;
      /** The page that is left reports its position; the next page is there when the report is. */
      const leave = async () => {
        await page.goto('/portal');
        await page.see('heading', 'My Courses');
      };

      await test.step('opening it reports nothing', async () => {
        await openLesson(page, address);
        await loaded(page);
        expect((await state(page)).currentSrc).toMatch(source);
        await leave();
        expect(await kept()).toBeUndefined();
      });

      const left = await test.step('leaving it keeps the second', async () => {
        await openLesson(page, address);
        await loaded(page);
        await page.click('button', 'Play');
        await playedPast(page, 1);
        await pause(page);
        // This engine often does not finish the seek of a file that plays.
        await page.press('4');
        await expect.poll(() => position(page)).toBeGreaterThan(20);
        await loaded(page);
        const sought = await position(page);
        await page.click('button', 'Play');
        await playedPast(page, sought + 2);
        const rests = await pause(page);
        await leave();
        await expect.poll(kept).toBe(Math.floor(rests));
        return Math.floor(rests);
      });

      await test.step('opening it again is at this second, on the page and on the server', async () => {
        for (let openings = 0; openings < 2; openings += 1) {
          await (sticks ? openLesson(page, address) : openLessonAt(page, address, left));
          // An older Safari has a picture, at 0, before it can be sought.
          await expect
            .poll(async () => Math.abs((await position(page)) - left))
            .toBeLessThanOrEqual(1);
          await leave();
          expect(await kept()).toBe(left);
        }
      });

      if (sticks) return;
      await test.step('it plays on from there', async () => {
        await openLessonAt(page, address, left);
        await page.click('button', 'Play');
        await playedPast(page, left + 1);
        expect(await pause(page)).toBeLessThan(left + 20);
      });
    });
  });
}
