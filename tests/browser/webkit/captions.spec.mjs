// Captions that a member turned on, in lessons of two languages.
import { courseIds, COURSES } from '../harness/members.mjs';
import { expect, test } from './harness.mjs';
import { ESCAPE } from './page.mjs';
import { loaded } from './player.mjs';

/** The languages that are shown, each with whether its texts are there. */
const shown = (page) =>
  page.run(() =>
    [...document.querySelector('video').textTracks]
      .filter(({ mode }) => mode === 'showing')
      .map(({ language, cues }) => [language, cues?.length > 0]),
  );

test('stay on in the next lesson and after a reload', async ({ page, member, server }) => {
  const { [COURSES.futures]: course } = await courseIds(server);
  await member();
  await page.goto(`/portal/course/${course}`);
  await loaded(page);
  expect(await shown(page)).toEqual([]);
  await page.click('button', 'Settings');
  await page.choose('Captions', 'nl');
  await expect.poll(() => shown(page)).toEqual([['nl', true]]);
  await page.press(ESCAPE);

  const first = await page.address();
  await page.click('link', /^Next: /);
  await expect.poll(() => page.address()).not.toBe(first);
  await loaded(page);
  await expect.poll(() => shown(page)).toEqual([['nl', true]]);

  await page.reload();
  await loaded(page);
  await expect.poll(() => shown(page)).toEqual([['nl', true]]);
});
