// What belongs to a lesson: text, transcript, chapters, captions, files, previews and its search.
import { expect, test } from './harness.mjs';
import { expectAccessible } from './harness/accessible.mjs';
import { importLessonCourse, SLUG } from './harness/courses/lesson-course.mjs';
import { loaded, position } from './harness/player.mjs';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const beside = (page, name) => page.getByRole('button', { name, exact: true });

test('a lesson shows its text, files, transcript and chapters', async ({ page, member, server }) => {
  const id = await importLessonCourse(server);
  await member({ course: SLUG });
  await page.goto(`/portal/course/${id}`);
  await loaded(page);
  await expect(page.getByRole('heading', { name: 'The tick' })).toBeVisible();
  await expect(page.getByRole('link', { name: /worksheet\.txt/ })).toBeVisible();
  await beside(page, 'Transcript').click();
  const transcript = page.getByRole('region', { name: 'Transcript' });
  await transcript.getByRole('button', { name: /zebra/ }).click();
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(10);
  await transcript.getByRole('combobox', { name: 'Language' }).selectOption('nl');
  await expect(transcript.getByText('De eerste zin.')).toBeVisible();
  await expectAccessible(page);
  await beside(page, 'Chapters').click();
  await page.getByRole('button', { name: /Beginning/ }).click();
  await expect.poll(() => position(page)).toBeLessThan(9);
  await expectAccessible(page);
});

test('captions are chosen by language and remembered', { tag: '@firefox' }, async ({ page, member, server }) => {
  const id = await importLessonCourse(server);
  await member({ course: SLUG });
  await page.goto(`/portal/course/${id}`);
  await loaded(page);
  const shown = () =>
    page
      .locator('video')
      .evaluate(({ textTracks }) =>
        [...textTracks].filter(({ mode }) => mode === 'showing').map(({ language }) => language),
      );
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const choice = page.getByRole('combobox', { name: 'Captions' });
  await expect(choice).toBeFocused();
  await choice.selectOption('nl');
  await expect.poll(shown).toEqual(['nl']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeFocused();
  await page.reload();
  await loaded(page);
  await expect.poll(shown).toEqual(['nl']);
});

test('a written lesson is finished by its button', async ({ page, member, server }) => {
  const id = await importLessonCourse(server);
  await member({ course: SLUG });
  await page.goto(`/portal/course/${id}`);
  await page.getByRole('link', { name: /^Next: Only words/ }).click();
  await expect(page.getByText('Read this without a picture.')).toBeVisible();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/progress'),
  );
  await page.getByRole('button', { name: 'Mark as finished' }).click();
  await expect(page.getByText('1 of 2 lessons completed')).toBeVisible();
  await saved;
  await page.reload();
  await expect(page.getByText('1 of 2 lessons completed')).toBeVisible();
  await expectAccessible(page);
});

test('a visitor plays a preview and sees what is locked', async ({ page, server }) => {
  const id = await importLessonCourse(server);
  await page.goto(`/courses/${id}`);
  await page.getByRole('link', { name: /^Words beside the picture/ }).click();
  await loaded(page);
  await expect(page.getByText('Only words')).toBeVisible();
  await expect(page.getByRole('link', { name: /Only words/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'The tick' })).toBeVisible();
  await expectAccessible(page);
});

test('a spoken word leads to its lesson and second, with the keyboard alone', { tag: '@firefox' }, async ({
  page,
  member,
  server,
}) => {
  const id = await importLessonCourse(server);
  await member({ course: SLUG });
  await page.goto('/portal');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('zebra');
  await page.keyboard.press('Enter');
  const hit = page.getByRole('link', { name: /Words beside the picture/ });
  await expect(hit.locator('mark')).toHaveText(['zebra']);
  await expectAccessible(page);
  await hit.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/portal/course/${id}\\?lesson=\\d+&t=10$`));
  await loaded(page);
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(10);
});
