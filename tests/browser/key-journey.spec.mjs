// The main journey in one test: a key becomes an account, a course, a watched video.
import { expect, test } from './harness.mjs';
import { courseIds, freshName, issueKey } from './harness/members.mjs';
import { storedProgress, loaded, playedPast, position, video } from './harness/player.mjs';

const LESSON = 'What a future is';

test('a key becomes an account, a course and a video that resumes where it was left', async ({
  page,
  context,
  otherBrowser,
  server,
  problems,
}) => {
  const { 'futures-foundations': courseId } = await courseIds(server);
  const person = {
    username: freshName('trader'),
    email: `${freshName('trader')}@example.com`,
    password: 'a long enough password',
  };

  await test.step('the key that staff issued is checked', async () => {
    const key = await issueKey(server);
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Course Portal' }).click();
    await page.getByRole('button', { name: 'Register with Purchase Key' }).click();
    // As typed by hand: lower case, spaces instead of dashes.
    await page.getByLabel('Purchase Key').fill(key.toLowerCase().replaceAll('-', ' '));
    await page.getByRole('button', { name: 'Verify Key' }).click();
    await expect(page.getByText('Purchase key verified', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Please complete your registration', { exact: true }),
    ).toBeVisible();
    await expect(page.getByText('Your key opens Futures Foundations.')).toBeVisible();
  });

  await test.step('registering leads to the dashboard with the course', async () => {
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/portal');
    await expect(
      page.getByRole('heading', { level: 1, name: `Welcome back, ${person.username}!` }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    await expect(page.getByText('Start Your Learning Journey')).toBeVisible();
  });

  await test.step('the video really plays', async () => {
    await page.getByRole('link', { name: 'Start Learning', exact: true }).click();
    await expect(page.getByRole('region', { name: `Video: ${LESSON}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/portal/course/${courseId}\\?lesson=\\d+$`));
    await loaded(page);
    expect(await position(page)).toBe(0);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await playedPast(page, 1);
    const picture = await video(page).evaluate((element) => ({
      width: element.videoWidth,
      frames: element.getVideoPlaybackQuality().totalVideoFrames,
      error: element.error,
    }));
    expect(picture.width).toBeGreaterThan(0);
    expect(picture.frames).toBeGreaterThan(0);
    expect(picture.error).toBeNull();
  });

  const left = await test.step('leaving mid-way keeps the second', async () => {
    await page.keyboard.press('3');
    await loaded(page);
    const jumped = await position(page);
    expect(jumped).toBeGreaterThan(10);
    // Far enough that the seek's report has another second than the report on leaving.
    await playedPast(page, jumped + 3);
    // The lesson plays until the page is gone: the page records its positions before its first and after its last report.
    await video(page).evaluate((element) => {
      const positions = [];
      const note = () => {
        positions.push(element.currentTime);
        localStorage.setItem('left-at', JSON.stringify([positions[0], positions.at(-1)]));
      };
      for (const event of ['pagehide', 'visibilitychange']) {
        globalThis.addEventListener(event, note, { capture: true });
        globalThis.addEventListener(event, note);
      }
    });
    await page.goto('/about');
    const [before, after] = JSON.parse(await page.evaluate(() => localStorage.getItem('left-at')));
    expect(before).toBeGreaterThan(jumped + 3);
    const watched = async () => (await storedProgress(context, courseId))[0]?.watchedSeconds;
    // A second may end between what the page reads and what the test reads.
    await expect.poll(watched).toBeGreaterThanOrEqual(Math.floor(before) - 1);
    const [kept, ...others] = await storedProgress(context, courseId);
    expect(others).toEqual([]);
    expect(kept.watchedSeconds).toBeLessThanOrEqual(Math.floor(after));
    expect(kept.completed).toBe(false);
    return { before, after };
  });

  await test.step('logging out ends the session on the server too', async () => {
    const cookies = await context.cookies();
    await page.goto('/portal');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await expect(page).toHaveURL('/portal/auth');
    // The cookie as an attacker would have stored it.
    await context.addCookies(cookies);
    expect((await context.request.get('/api/user')).status()).toBe(401);
    await page.goto('/portal');
    await expect(page).toHaveURL('/portal/auth');
    problems.expect(/^GET \/api\/user 401$/);
  });

  const later = await otherBrowser();
  const there = later.page;

  await test.step('another browser, signed in by e-mail, resumes at the same second', async () => {
    await there.goto('/portal');
    await expect(there).toHaveURL('/portal/auth');
    await there.getByLabel('Username').fill(person.email);
    await there.getByLabel('Password', { exact: true }).fill(person.password);
    await there.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(there).toHaveURL('/portal');
    const recent = there.getByRole('region', { name: 'Continue Learning' });
    await expect(recent.getByRole('heading', { name: LESSON })).toBeVisible();
    await recent.getByRole('link', { name: 'Continue', exact: true }).click();
    await expect(there.getByRole('region', { name: `Video: ${LESSON}` })).toBeVisible();
    await loaded(there);
    const resumed = await position(there);
    expect(resumed).toBeGreaterThanOrEqual(Math.floor(left.before) - 1);
    expect(resumed).toBeLessThanOrEqual(left.after);
  });

  await test.step('ninety percent finishes the lesson', async () => {
    const standing = there.getByRole('progressbar', { name: 'Course Progress' });
    await expect(standing).toHaveAttribute('aria-valuetext', '0 of 6 lessons completed');
    await there.keyboard.press('9');
    await loaded(there);
    await there.keyboard.press('k');
    await playedPast(there, (await position(there)) + 1.5);
    await there.keyboard.press('k');
    await expect(standing).toHaveAttribute('aria-valuetext', '1 of 6 lessons completed');
    await expect(there.getByText('1 of 6 lessons completed').first()).toBeVisible();
    await expect
      .poll(async () => (await storedProgress(later.context, courseId))[0].completed)
      .toBe(true);
  });

  await test.step('the dashboard knows it, and leads back to the lesson', async () => {
    await there.getByRole('link', { name: 'Dashboard' }).click();
    await expect(
      there.getByRole('progressbar', { name: 'Progress in Futures Foundations' }),
    ).toHaveAttribute('aria-valuetext', '1 of 6 lessons completed');
    const recent = there.getByRole('region', { name: 'Continue Learning' });
    await expect(recent.getByText(/^Last watched: /)).toBeVisible();
    await expect(recent.getByRole('progressbar', { name: `Watched of ${LESSON}` })).toHaveAttribute(
      'aria-valuetext',
      'Completed',
    );
    await recent.getByRole('link', { name: 'Continue', exact: true }).click();
    await expect(there.getByRole('region', { name: `Video: ${LESSON}` })).toBeVisible();
    await expect(there).toHaveURL(new RegExp(`/portal/course/${courseId}\\?lesson=\\d+$`));
  });
});
