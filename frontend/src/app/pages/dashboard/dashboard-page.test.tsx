import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import { deferred } from '@/test/deferred';
import { member, memberSignedIn, ownCourse, recentLesson } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const courses = (list: ReturnType<typeof ownCourse>[]) =>
  server.use(http.get('/api/user/courses', () => HttpResponse.json(list)));

describe('the dashboard', () => {
  test('greets by name and names its parts', async () => {
    memberSignedIn();
    await renderApp('/portal');
    expect(await screen.findByRole('heading', { name: 'Welcome back, reader!' })).toBeVisible();
    expect(
      screen.getByText(
        'Continue your trading journey with your purchased courses and track your progress.',
      ),
    ).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'My Courses' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Continue Learning' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Mobile App Coming Soon' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Course Portal' })).toHaveAttribute('href', '/portal');
    expect(screen.getByRole('link', { name: 'Back to Main Site' })).toHaveAttribute('href', '/');
    expect(screen.getAllByText('Welcome, reader')[0]).toBeInTheDocument();
  });

  test('shows a spinner until its data is loaded', async () => {
    memberSignedIn();
    const { promise: opened, resolve: open } = deferred();
    server.use(
      http.get('/api/user/courses', async () => {
        await opened;
        return HttpResponse.json([ownCourse()]);
      }),
    );
    await renderApp('/portal');
    await screen.findByRole('heading', { name: 'Welcome back, reader!' });
    expect(screen.getByText('Loading your dashboard…').closest('[role=status]')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Start Learning' })).toBeNull();
    open();
    expect(await screen.findByRole('link', { name: 'Start Learning' })).toBeVisible();
    expect(screen.queryByText('Loading your dashboard…')).toBeNull();
  });

  test('what a course says is in its language', async () => {
    memberSignedIn();
    courses([ownCourse({ id: 1, language: 'nl' }), ownCourse({ id: 2, title: 'Forex' })]);
    server.use(
      http.get('/api/user/recent-progress', () =>
        HttpResponse.json([recentLesson({ modelId: 1 })]),
      ),
    );
    await renderApp('/portal');
    const lesson = await screen.findByRole('heading', { name: 'What a tick is worth' });
    expect(lesson.closest('[lang]')).toHaveAttribute('lang', 'nl');
    expect(screen.getByRole('heading', { name: 'Futures Foundations' }).lang).toBe('nl');
    expect(screen.getByRole('heading', { name: 'Forex' }).lang).toBe('en');
  });

  test('a course says how far one is and how long it stays open', async () => {
    memberSignedIn();
    courses([ownCourse({ expiresAt: new Date(Date.now() + 90_000_000).toISOString() })]);
    await renderApp('/portal');
    const [card] = await screen.findAllByRole('listitem');
    if (card === undefined) throw new Error('no card');
    const part = within(card);
    expect(part.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3');
    expect(part.getByText('3 of 12 lessons completed')).toBeVisible();
    expect(
      part.getByText(/^Access expires (tomorrow|today)|^Access until .* days left$/),
    ).toBeVisible();
    expect(part.getByRole('link', { name: 'Start Learning' })).toHaveAttribute(
      'href',
      '/portal/course/1',
    );
  });

  test('a lesson watched last leads back into it', async () => {
    memberSignedIn();
    server.use(
      http.get('/api/user/recent-progress', () =>
        HttpResponse.json([recentLesson(), recentLesson({ videoId: 13, completed: true })]),
      ),
    );
    await renderApp('/portal');
    const recent = within(await screen.findByRole('region', { name: 'Continue Learning' }));
    const [first] = recent.getAllByRole('link', { name: 'Continue' });
    expect(first).toHaveAttribute('href', '/portal/course/1?lesson=12');
    expect(recent.getAllByText('What a tick is worth')).toHaveLength(2);
    expect(recent.getByText('2:10 of 9:00')).toBeVisible();
    expect(recent.getByText('Completed')).toBeVisible();
    expect(recent.getAllByText(/^Last watched: 20 November 2026/)).toHaveLength(2);
  });

  test('a lesson of a course that has ended is not offered', async () => {
    memberSignedIn();
    courses([ownCourse({ id: 1 })]);
    server.use(
      http.get('/api/user/recent-progress', () =>
        HttpResponse.json([
          recentLesson({ modelId: 2, videoTitle: 'Of an ended course' }),
          recentLesson({ modelId: 1 }),
        ]),
      ),
    );
    await renderApp('/portal');
    expect(await screen.findAllByText('What a tick is worth')).toHaveLength(2);
    expect(screen.queryByText('Of an ended course')).toBeNull();
  });

  test('the band leads back to the last lesson that is not finished', async () => {
    memberSignedIn();
    server.use(
      http.get('/api/user/recent-progress', () =>
        HttpResponse.json([
          recentLesson({ videoId: 13, videoTitle: 'Watched to its end', completed: true }),
          recentLesson(),
        ]),
      ),
    );
    await renderApp('/portal');
    const band = within(await screen.findByRole('region', { name: 'Where you stopped' }));
    expect(band.getByText('What a tick is worth')).toBeVisible();
    expect(band.getByText('2:10 of 9:00')).toBeVisible();
    expect(band.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '130');
    expect(band.getByRole('link', { name: 'Resume at 2:10' })).toHaveAttribute(
      'href',
      '/portal/course/1?lesson=12',
    );
    expect(band.queryByRole('heading')).toBeNull();
  });

  test('the newest open run comes before a lesson', async () => {
    memberSignedIn();
    const run = { courseId: 1, videoId: 18, startedAt: '2026-11-24T10:00:00Z' };
    server.use(
      http.get('/api/user/replay-runs', () =>
        HttpResponse.json([
          { ...run, run: 32, lessonTitle: 'Position size from the stop', day: 2, days: 5 },
          { ...run, run: 31, lessonTitle: 'The opening range', day: 1, days: null },
        ]),
      ),
    );
    await renderApp('/portal');
    const band = within(await screen.findByRole('region', { name: 'Your turn' }));
    expect(band.getByText('Position size from the stop')).toBeVisible();
    expect(band.getByText('The run is open: day 2 of 5')).toBeVisible();
    expect(band.getByRole('link', { name: 'Go on with your run' })).toHaveAttribute(
      'href',
      '/portal/course/1?lesson=18&run=32',
    );
    expect(screen.queryByRole('region', { name: 'Where you stopped' })).toBeNull();
    expect(screen.queryByText('The opening range')).toBeNull();
  });

  test('open runs that cannot be read cost nothing but their place', async () => {
    memberSignedIn();
    server.use(http.get('/api/user/replay-runs', () => refusal(503, 'database', 'Down.')));
    await renderApp('/portal');
    expect(await screen.findByRole('region', { name: 'Where you stopped' })).toBeVisible();
    expect(screen.queryByText(/Down\./)).toBeNull();
  });

  test('a finished course is watched again', async () => {
    memberSignedIn();
    courses([ownCourse({ completedVideos: 12, totalVideos: 12 }), ownCourse({ id: 2 })]);
    await renderApp('/portal');
    expect(await screen.findByRole('link', { name: 'Watch again' })).toHaveAttribute(
      'href',
      '/portal/course/1',
    );
    expect(screen.getAllByRole('link', { name: 'Start Learning' })).toHaveLength(1);
  });

  test('says what to do when nothing is there yet', async () => {
    memberSignedIn();
    courses([]);
    server.use(
      http.get('/api/user/recent-progress', () => HttpResponse.json([])),
      http.get('/api/courses', () => HttpResponse.json([])),
    );
    await renderApp('/portal');
    expect(await screen.findByLabelText('Purchase Key')).toBeVisible();
    expect(await screen.findByText('No Courses Yet')).toBeVisible();
    expect(
      screen.getByText('Browse our available courses and start your trading journey.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Courses' })).toHaveAttribute(
      'href',
      '/portal/courses',
    );
    expect(screen.getByText('Start Your Learning Journey')).toBeVisible();
    expect(
      screen.getByText('Begin watching your course content to track your progress here.'),
    ).toBeVisible();
  });

  test('requests the courses four times, then offers a retry', async () => {
    memberSignedIn();
    let requests = 0;
    server.use(
      http.get('/api/user/courses', ({ request }) => {
        if (request.url.includes('?')) return HttpResponse.json([]);
        requests += 1;
        return requests <= 4 ? refusal(503, 'database', 'Down.') : HttpResponse.json([ownCourse()]);
      }),
    );
    const { user } = await renderApp('/portal');
    expect(
      await screen.findByText('Error fetching courses. Please try again later.'),
    ).toBeVisible();
    expect(requests).toBe(4);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Start Learning' })).toBeVisible();
  });

  test('a failure of the lessons leaves the courses alone', async () => {
    memberSignedIn();
    server.use(http.get('/api/user/recent-progress', () => HttpResponse.error()));
    await renderApp('/portal');
    expect(await screen.findByText('Your recent lessons could not be loaded.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Start Learning' })).toBeVisible();
  });

  test.each([
    [undefined, 'Link Discord'],
    ['123456', 'Update Discord'],
  ])('the chat account card (%s)', async (discordUserId, action) => {
    memberSignedIn({ ...member, discordUserId });
    await renderApp('/portal');
    expect(await screen.findByRole('heading', { name: 'Link Your Discord Account' })).toBeVisible();
    expect(screen.getByRole('link', { name: action })).toHaveAttribute(
      'href',
      '/portal/discord-verify',
    );
  });

  test('the app button explains itself to the keyboard', async () => {
    memberSignedIn();
    await renderApp('/portal');
    const app = await screen.findByRole('button', { name: 'Download App' });
    app.focus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'The app is under development and will be available soon.',
    );
  });
});

describe('logging out', () => {
  test('leads to the sign-in page with nowhere to return to', async () => {
    memberSignedIn();
    server.use(http.post('/api/logout', () => new HttpResponse(null, { status: 204 })));
    const { user } = await renderApp('/portal/courses');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    server.use(http.post('/api/login', () => HttpResponse.json(member)));
    await user.type(screen.getByLabelText('Username'), 'reader');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent(/^\/portal$/));
  });

  test('says why it failed and stays', async () => {
    memberSignedIn();
    server.use(http.post('/api/logout', () => refusal(503, 'database', 'The database is down.')));
    const { user } = await renderApp('/portal');
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Logout failed')).toBeVisible();
    expect(screen.getByText('503: The database is down.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Welcome back, reader!' })).toBeVisible();
  });
});
