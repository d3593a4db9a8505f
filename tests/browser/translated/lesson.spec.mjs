// A lesson with all that belongs to it, translated by the browser: everything is pressed, and nothing breaks or stays as it was.
import { expect } from '../harness.mjs';
import { importLessonCourse, SLUG } from '../harness/courses/lesson-course.mjs';
import { courseIds, COURSES } from '../harness/members.mjs';
import { loaded } from '../harness/player.mjs';
import { pressEverything } from './press.mjs';
import { open, test } from './translate.mjs';

/** What leaves the page, and what a script alone may not press: a picture of the whole screen or above other windows. */
const LEAVES = 'Log out|Full ?screen|Picture.in.picture|Subscribe|Delete|Print';
/** What was typed may be no number or no price, and a question may be one too many. */
const REFUSED = /^(POST|PUT) \S+ 4\d\d$/;

const button = (page, name) => page.getByRole('button', { name, exact: true });

test('a lesson is marked as finished and as not finished, and the next one opened', async ({
  page,
  member,
  server,
}) => {
  await member();
  const id = (await courseIds(server))[COURSES.futures];
  await open(page, `/portal/course/${id}`);
  await loaded(page);
  const standing = page.getByRole('progressbar', { name: 'Course Progress' });
  for (const turn of ['first', 'second']) {
    await test.step(`for the ${turn} time`, async () => {
      await button(page, 'Mark as finished').click();
      await expect(button(page, 'Mark as not finished')).toBeVisible();
      await expect(standing).toHaveAttribute('aria-valuetext', /^1 of /);
      await button(page, 'Mark as not finished').click();
      await expect(button(page, 'Mark as finished')).toBeVisible();
      await expect(standing).toHaveAttribute('aria-valuetext', /^0 of /);
    });
  }
  for (const turn of [1, 2, 3]) {
    await page.getByRole('link', { name: /^Next: / }).click();
    await expect(page.getByText(`${turn + 1} of 6`, { exact: true })).toBeVisible();
    await expect(button(page, 'Mark as finished')).toBeVisible();
  }
});

test('a lesson with text, files, captions, chapters and questions', async ({
  page,
  member,
  server,
  problems,
}) => {
  problems.allow(REFUSED);
  const id = await importLessonCourse(server);
  await member({ course: SLUG });
  await open(page, `/portal/course/${id}`);
  await loaded(page);
  const pressed = await pressEverything(page, LEAVES);
  for (const name of [/Play/, /Settings/, /Transcript/, /Chapters/, /Mark as/, /Ask/]) {
    expect(
      pressed.some((key) => name.test(key)),
      `${name} is pressed`,
    ).toBe(true);
  }
  await page.getByRole('link', { name: /^Next: Only words/ }).click();
  await expect(page.getByText('Read this without a picture.')).toBeVisible();
  await pressEverything(page, LEAVES);
});

test('the preview of a lesson, for a visitor', async ({ page, server }) => {
  const id = await importLessonCourse(server);
  await open(page, `/courses/${id}`);
  await expect(page.getByText('Premium Content')).toBeVisible();
  await pressEverything(page, LEAVES);
});

test('exercises of each kind are skipped, answered and tried again', async ({
  page,
  member,
  server,
  staff,
  problems,
}) => {
  problems.allow(REFUSED);
  const { username } = await member();
  for (const course of [COURSES.crypto, COURSES.forex]) {
    await staff('users', 'grant', username, course, '--access', 'lifetime');
  }
  const ids = await courseIds(server);
  const kinds = new Set();
  for (const course of Object.values(COURSES)) {
    const sections = await (await page.request.get(`/api/courses/${ids[course]}/models`)).json();
    for (const { id, exercises } of sections.flatMap(({ videos }) => videos)) {
      if (exercises === 0) continue;
      const lesson = await (await page.request.get(`/api/videos/${id}/lesson`)).json();
      if (lesson.exercises.every(({ kind }) => kinds.has(kind))) continue;
      for (const { kind } of lesson.exercises) kinds.add(kind);
      await open(page, `/portal/course/${ids[course]}?lesson=${id}`);
      await expect(page.getByRole('region', { name: 'Practice' })).toBeVisible();
      const pressed = await pressEverything(page, LEAVES);
      expect(pressed.some((key) => key.includes('Check answer'))).toBe(true);
    }
  }
  expect([...kinds].toSorted()).toEqual(['choice', 'level', 'number', 'range']);
});
