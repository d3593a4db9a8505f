// The members' pages: their states and their actions.
import { expect, test } from './harness.mjs';
import { refuseCall } from './harness/answers.mjs';
import { courseIds, COURSES } from './harness/members.mjs';
import { expectToast } from './harness/toasts.mjs';

/** The videos of another course, for recent lessons. */
async function lessonsOf(context, courseId) {
  const sections = await (await context.request.get(`/api/courses/${courseId}/models`)).json();
  return sections.flatMap(({ videos }) => videos);
}

test.describe('the dashboard', () => {
  test('without courses leads to the catalogue', async ({ page, member, staff }) => {
    const { username } = await member();
    await staff('users', 'revoke', username, COURSES.futures, '--yes');
    await page.goto('/portal');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${username}!`);
    await expect(
      page.getByText(
        'Continue your trading journey with your purchased courses and track your progress.',
        { exact: true },
      ),
    ).toBeVisible();
    const courses = page.getByRole('region', { name: 'My Courses' });
    await expect(courses.getByRole('heading', { name: 'No Courses Yet' })).toBeVisible();
    await expect(courses).toContainText(
      'Browse our available courses and start your trading journey.',
    );
    const recent = page.getByRole('region', { name: 'Continue Learning' });
    await expect(recent).toContainText('Start Your Learning Journey');
    await expect(recent).toContainText(
      'Begin watching your course content to track your progress here.',
    );
    await courses.getByRole('link', { name: 'Browse Courses' }).click();
    await expect(page).toHaveURL('/portal/courses');
    await expect(page.getByRole('heading', { name: 'No Courses Available' })).toBeVisible();
    await page.getByRole('link', { name: 'View Available Courses' }).click();
    await expect(page).toHaveURL('/courses');
  });

  test('shows courses and the lessons watched last, newest first', async ({
    page,
    context,
    member,
    server,
    staff,
  }) => {
    const { username } = await member();
    await staff('users', 'grant', username, COURSES.forex, '--access', '3m');
    const ids = await courseIds(server);
    const [first, second] = await lessonsOf(context, ids[COURSES.futures]);
    for (const { id } of [first, second]) {
      const answer = await context.request.put(`/api/videos/${id}/progress`, {
        data: { watchedSeconds: 12 },
      });
      expect(answer.status()).toBe(200);
    }
    await page.goto('/portal');
    const courses = page.getByRole('region', { name: 'My Courses' });
    await expect(courses.getByRole('heading', { level: 3 })).toHaveText([
      'Futures Foundations',
      'Forex Sessions',
    ]);
    await expect(courses.getByText('Lifetime access', { exact: true })).toBeVisible();
    await expect(courses.getByText(/^Access until \d+ \w+ \d{4}, \d+ days left$/)).toBeVisible();
    const recent = page.getByRole('region', { name: 'Continue Learning' });
    await expect(recent.getByRole('heading', { level: 3 })).toHaveText([second.title, first.title]);
    await expect(recent.getByText(/^Last watched: /)).toHaveCount(2);
    await expect(
      recent.getByRole('progressbar', { name: `Watched of ${first.title}` }),
    ).toHaveAttribute('aria-valuetext', /^0:12 of \d+:\d\d$/);
    await expect(page.getByRole('heading', { name: 'Link Your Discord Account' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Link Discord', exact: true })).toHaveAttribute(
      'href',
      '/portal/discord-verify',
    );
  });

  test('navigates between its pages without loading the page or the courses again', async ({
    page,
    member,
  }) => {
    await member();
    await page.goto('/portal');
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    const asked = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() || request.url().includes('/api/user/courses')) {
        asked.push(request.url());
      }
    });
    const places = page.getByRole('navigation', { name: 'Portal' });
    await places.getByRole('link', { name: 'My Courses' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Courses' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    await places.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await places.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('explains the announced app, after 700 ms of hovering', async ({
    page,
    member,
  }) => {
    await member();
    await page.goto('/portal');
    const button = page.getByRole('button', { name: 'Download App' });
    await expect(page.getByRole('heading', { name: 'Mobile App Coming Soon' })).toBeVisible();
    await button.scrollIntoViewIfNeeded();
    await button.evaluate((element) => {
      const note = ({ target }) => {
        if (element.contains(target)) globalThis.pointedAt ??= performance.now();
      };
      document.addEventListener('pointerover', note, { capture: true });
      new MutationObserver(() => {
        if (document.querySelector('[role=tooltip]')) globalThis.toldAt ??= performance.now();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await button.hover();
    await expect(page.getByRole('tooltip')).toHaveText(
      'The app is under development and will be available soon.',
    );
    const waited = await page.evaluate(() => globalThis.toldAt - globalThis.pointedAt);
    expect(waited).toBeGreaterThanOrEqual(690);
    await page.mouse.move(0, 0, { steps: 5 });
    await expect(page.getByRole('tooltip')).toBeHidden();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
  });
});

test.describe('My Courses', () => {
  test('leads to each course and offers two places for a review', async ({
    page,
    member,
    server,
  }) => {
    await member();
    const ids = await courseIds(server);
    await page.goto('/portal/courses');
    await expect(
      page.getByRole('link', { name: 'Continue Learning', exact: true }),
    ).toHaveAttribute('href', `/portal/course/${ids[COURSES.futures]}`);
    await page.getByRole('button', { name: 'Leave a Review' }).click();
    const choices = page.getByRole('menuitem');
    await expect(choices).toHaveText(['Dutch/Belgium', 'English/UK']);
    for (const choice of await choices.all()) {
      await expect(choice).toHaveAttribute('target', '_blank');
      await expect(choice).toHaveAttribute('rel', /noopener/);
      await expect(choice).toHaveAttribute('href', /^https:/);
    }
    await page.keyboard.press('Escape');
    await expect(choices).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Leave a Review' })).toBeFocused();
  });

  test('that cannot be loaded are requested three times more, then show an error', async ({
    page,
    member,
    problems,
  }) => {
    await member();
    problems.expect(/^GET \/api\/user\/courses 503$/);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/courses')) asked += 1;
    });
    await refuseCall(page, '/api/user/courses', {
      status: 503,
      code: 'database_unavailable',
      message: 'Please try again in a moment.',
    });
    await page.goto('/portal/courses');
    await expect(
      page.getByText('Error fetching courses. Please try again later.', { exact: true }),
    ).toBeVisible();
    expect(asked).toBe(4);
    await page.unroute('**/api/user/courses');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
  });
});

test('a failed logout shows a message and stays', async ({ page, member, problems }) => {
  await member();
  problems.expect(/^POST \/api\/logout 503$/);
  await refuseCall(page, '/api/logout', {
    status: 503,
    code: 'database_unavailable',
    message: 'Please try again in a moment.',
  });
  await page.goto('/portal');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectToast(page, 'Logout failed', '503: Please try again in a moment.');
  await expect(page).toHaveURL('/portal');
});
