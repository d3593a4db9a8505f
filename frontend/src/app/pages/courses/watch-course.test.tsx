import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { SECTIONS, serveCourse, watched } from '@/test/fake-course';
import { ownCourse } from '@/test/fixtures';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { reportsIn, watch } from '@/test/watch';

import './questions/lesson-questions';
import './watch-course';

afterEach(() => void vi.useRealTimers());

describe('watching a course', () => {
  it('shows the player, the lessons, the progress and the access term', async () => {
    const end = new Date();
    end.setDate(end.getDate() + 30);
    serveCourse({
      access: { hasAccess: true, expiresAt: end.toISOString() },
      progress: [watched(701, 100, true)],
    });
    await watch('/portal/course/7');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Futures Foundations');
    expect(screen.getByText(/^Access until .+, 30 days left$/)).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Before the bell',
      'Risk first',
    ]);
    const bar = screen.getByRole('progressbar');
    expect(bar).toHaveAttribute('aria-valuenow', '1');
    expect(bar).toHaveAttribute('aria-valuemax', '3');
    expect(screen.getByText('1 of 3 lessons completed')).toBeVisible();
    expect(screen.getByText('Professional')).toBeVisible();
    const lessons = within(screen.getByRole('navigation', { name: 'Lessons' }));
    expect(lessons.getByRole('link', { name: /^Finished: What a future is About/ })).toBeVisible();
    expect(lessons.getByRole('link', { name: /Tick value/ })).toHaveAttribute('aria-current');
    expect(within(lessons.getByRole('list')).getAllByText('1:40')).toHaveLength(2);
    expect(screen.queryByText(/Subscribe Now/)).not.toBeInTheDocument();
  });

  it('resumes at the second where the member stopped, without a report', async () => {
    const calls = serveCourse({ progress: [watched(702, 37)] });
    const { video } = await watch('/portal/course/7');
    expect(address()).toBe('/portal/course/7?lesson=702');
    expect(video.element.src).toMatch(/\/media\/videos\/702$/);
    expect(video.element.currentTime).toBe(37);
    expect(reportsIn(calls)).toEqual([]);
  });

  it('starts a finished lesson from the beginning', async () => {
    serveCourse({ progress: [watched(702, 100, true)] });
    const { video } = await watch('/portal/course/7?lesson=702');
    expect(video.element.currentTime).toBe(0);
  });

  it('reports on pause, and when the page is left', async () => {
    const calls = serveCourse();
    const { video, user } = await watch('/portal/course/7');
    await user.click(screen.getByRole('button', { name: 'Play' }));
    video.playTo(12.8);
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(reportsIn(calls)).toEqual(['PUT /api/videos/701/progress {"watchedSeconds":12}']),
    );
    video.playTo(15.2);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(() => expect(reportsIn(calls)).toHaveLength(2));
    expect(reportsIn(calls)[1]).toContain('{"watchedSeconds":15}');
  });

  it.each(['pagehide', 'visibilitychange'])(
    'reports where the lesson is on %s, not where it last said that it was',
    async (type) => {
      const calls = serveCourse();
      const { video, user } = await watch('/portal/course/7');
      await user.keyboard('k');
      video.playTo(15.9);
      video.playSilentlyTo(16.1);
      const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      const target = type === 'pagehide' ? window : document;
      act(() => void target.dispatchEvent(new Event(type, { bubbles: true })));
      hidden.mockRestore();
      await waitFor(() => expect(reportsIn(calls)).toHaveLength(1));
      expect(reportsIn(calls)[0]).toContain('{"watchedSeconds":16}');
    },
  );

  it('reports which seconds were played, and leaves the time of a live report to the server', async () => {
    const calls = serveCourse();
    const { video, user } = await watch('/portal/course/7');
    await user.keyboard('k');
    for (const second of [0, 5, 10]) video.playTo(second);
    await user.keyboard('k');
    await waitFor(() => expect(reportsIn(calls)).toHaveLength(1));
    const sent = calls.find((call) => call.startsWith('PUT')) ?? '';
    expect(JSON.parse(sent.slice(sent.indexOf('{')))).toEqual({
      watchedSeconds: 10,
      played: [[0, 10]],
    });
  });

  it('counts a lesson as soon as nine tenths of it were watched', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    await user.keyboard('k');
    video.playTo(90);
    await user.keyboard('k');
    expect(await screen.findByText('1 of 3 lessons completed')).toBeVisible();
  });

  it('opens another lesson by its address, reports the previous one, and fetches nothing again', async () => {
    const calls = serveCourse();
    const { video, user } = await watch('/portal/course/7');
    const fetched = () => calls.filter((call) => /^GET(?!.*(lesson|questions)$)/.test(call));
    const requests = fetched().length;
    video.playTo(8);
    await user.click(screen.getByRole('link', { name: 'Next: Tick value' }));
    expect(address()).toBe('/portal/course/7?lesson=702');
    expect(screen.getByRole('heading', { level: 2, name: 'Tick value' })).toBeVisible();
    expect(video.element.src).toMatch(/702$/);
    await waitFor(() =>
      expect(reportsIn(calls)).toEqual(['PUT /api/videos/701/progress {"watchedSeconds":8}']),
    );
    video.load(100);
    expect(video.element.paused).toBe(false);
    expect(screen.getByText('Risk first', { selector: 'p > span' })).toBeVisible();
    act(() => screen.getByRole('tab', { name: 'Before the bell' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Risk first' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await user.click(screen.getByRole('link', { name: /^Size from the stop/ }));
    expect(address()).toBe('/portal/course/7?lesson=703');
    expect(screen.queryByRole('link', { name: /^Next:/ })).not.toBeInTheDocument();
    expect(fetched()).toHaveLength(requests);
    for (const id of [701, 702, 703]) {
      expect(calls.filter((call) => call === `GET /api/videos/${id}/lesson`)).toHaveLength(1);
    }
  });

  it('requests a lesson when its link is pressed, and not again when it opens', async () => {
    const calls = serveCourse();
    const { user } = await watch('/portal/course/7');
    const link = screen.getByRole('link', { name: 'Next: Tick value' });
    const requests = () => calls.filter((call) => call === 'GET /api/videos/702/lesson');
    await user.pointer({ keys: '[MouseLeft>]', target: link });
    await waitFor(() => expect(requests()).toHaveLength(1));
    expect(address()).toBe('/portal/course/7?lesson=701');
    await user.pointer({ keys: '[/MouseLeft]', target: link });
    expect(address()).toBe('/portal/course/7?lesson=702');
    expect(await screen.findByRole('heading', { level: 2, name: 'Tick value' })).toBeVisible();
    expect(requests()).toHaveLength(1);
  });

  it('shows the poster of a lesson that waits for a click, not of a lesson that plays by itself', async () => {
    serveCourse({ content: { poster: '/poster.jpg' } });
    const { video, user } = await watch('/portal/course/7');
    await waitFor(() => expect(video.element).toHaveAttribute('poster', '/poster.jpg'));
    await user.click(screen.getByRole('link', { name: 'Next: Tick value' }));
    expect(video.element.src).toMatch(/702$/);
    await waitFor(() => expect(video.element).not.toHaveAttribute('poster'));
  });

  it('marks a lesson as finished, and undoes that when the server fails', async () => {
    const calls = serveCourse();
    const { user } = await watch('/courses/7');
    await user.click(screen.getByRole('button', { name: 'Mark as finished' }));
    expect(await screen.findByText('1 of 3 lessons completed')).toBeVisible();
    expect(
      calls.filter((call) => call.startsWith('PUT')),
      'the clock of the device decides nothing',
    ).toEqual(['PUT /api/videos/701/progress {"watchedSeconds":0,"completed":true}']);
    server.use(http.put('/api/videos/701/progress', () => refusal(503, 'busy', 'Try again soon')));
    await user.click(await screen.findByRole('button', { name: 'Mark as not finished' }));
    expect(await screen.findByText('503: Try again soon')).toBeVisible();
    expect(screen.getByText('1 of 3 lessons completed')).toBeVisible();
  });
});

describe('the end of a lesson', () => {
  it('starts the next one after a countdown', async () => {
    serveCourse();
    const { video } = await watch('/portal/course/7');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    video.end();
    const offer = screen.getByRole('group', { name: 'Next lesson' });
    expect(offer).toHaveTextContent('Next lesson in 8');
    expect(offer).toHaveTextContent('Tick value');
    for (let second = 0; second < 7; second += 1) act(() => void vi.advanceTimersByTime(1_000));
    expect(address()).toBe('/portal/course/7?lesson=701');
    act(() => void vi.advanceTimersByTime(1_000));
    expect(address()).toBe('/portal/course/7?lesson=702');
    expect(screen.queryByRole('group', { name: 'Next lesson' })).not.toBeInTheDocument();
  });

  it.each(['button', 'key'])(
    'stays at the lesson when the countdown is cancelled by %s',
    async (way) => {
      serveCourse();
      const { video, user } = await watch('/portal/course/7');
      video.end();
      if (way === 'key') await user.keyboard('{Escape}');
      else await user.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('group', { name: 'Next lesson' })).not.toBeInTheDocument();
      expect(address()).toBe('/portal/course/7?lesson=701');
    },
  );

  it('keeps the offer while Escape closes a dialog', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    video.end();
    await user.keyboard('?');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Next lesson' })).toBeVisible();
  });

  it('offers the next one and begins nothing where the member chose so', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    await user.click(screen.getByRole('checkbox', { name: 'Play the next lesson by itself' }));
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    video.end();
    const offer = screen.getByRole('group', { name: 'Next lesson' });
    act(() => void vi.advanceTimersByTime(60_000));
    expect(address()).toBe('/portal/course/7?lesson=701');
    expect(offer).toHaveTextContent('Tick value');
    expect(offer).not.toHaveTextContent('Next lesson in');
    vi.useRealTimers();
    await user.click(within(offer).getByRole('button', { name: 'Play now' }));
    expect(address()).toBe('/portal/course/7?lesson=702');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Video: / }));
  });

  it('offers the first unfinished lesson after the last one', async () => {
    serveCourse({ progress: [watched(701, 100, true)] });
    const { video } = await watch('/portal/course/7?lesson=703');
    video.end();
    const end = screen.getByRole('group', { name: 'End of the course' });
    await waitFor(() => expect(end).toHaveTextContent('1 lesson is not finished yet'));
    expect(within(end).getByRole('link', { name: 'Go to: Tick value' })).toHaveAttribute(
      'href',
      '/portal/course/7?lesson=702',
    );
  });

  it('says that the course is finished when it is, and what comes next', async () => {
    const other = { ...ownCourse({ id: 9, title: 'Forex Sessions' }), completedVideos: 1 };
    serveCourse({ progress: [watched(701, 100, true), watched(702, 100, true)] });
    server.use(http.get('/api/user/courses', () => HttpResponse.json([other])));
    const { video } = await watch('/portal/course/7?lesson=703');
    video.end();
    expect(await screen.findByText('You have finished this course')).toBeVisible();
    expect(
      await screen.findByRole('link', { name: 'Next course: Forex Sessions' }),
    ).toHaveAttribute('href', '/portal/course/9');
    expect(screen.getByRole('link', { name: /^Talk about it on / })).toBeVisible();
  });
});

describe('problems while watching', () => {
  it('says that the session is over and stops the lesson', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    server.use(http.put('/api/videos/*', () => refusal(401, 'unauthenticated', 'Sign in first')));
    await user.keyboard('k');
    video.playTo(20);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(await screen.findByRole('alert')).toHaveTextContent('You have been signed out');
    expect(video.element.paused).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(address()).toMatch(/^\/portal\/auth/));
  });

  it.each([
    { expiresAt: new Date().toISOString(), message: /^Your access ended today at/ },
    { expiresAt: null, message: 'Your access to this course has ended' },
  ])('locks the course and says so when access ends: $message', async ({ expiresAt, message }) => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    server.use(
      http.put('/api/videos/*', () => refusal(403, 'no_access', 'No access')),
      http.get('/api/courses/7/access', () => HttpResponse.json({ hasAccess: false, expiresAt })),
    );
    await user.keyboard('k');
    video.playTo(20);
    await user.keyboard('k');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Premium Content' })).toBeVisible();
    expect(document.querySelector('video')).not.toBeInTheDocument();
  });

  it('offers a video that fails to load another try, or the next lesson', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    video.playTo(30);
    video.fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('This lesson could not be loaded');
    const problem = within(screen.getByRole('group', { name: 'Lesson not loaded' }));
    expect(problem.getByRole('link', { name: 'Next: Tick value' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    video.load(100);
    expect(video.element.currentTime).toBe(30);
    expect(video.element.paused).toBe(false);
  });

  it('loads a video again that failed before the connection came back', async () => {
    serveCourse();
    const { video } = await watch('/portal/course/7');
    video.playTo(30);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('/api/courses/7/access', async () => {
        await answered;
        return HttpResponse.json({ hasAccess: true, expiresAt: null });
      }),
    );
    const loadedAgain = vi.fn<() => void>();
    video.element.addEventListener('emptied', loadedAgain);
    video.fail();
    act(() => void window.dispatchEvent(new Event('online')));
    answer();
    await waitFor(() => expect(loadedAgain).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    video.load(100);
    expect(video.element.currentTime).toBe(30);
  });

  it('shows no error for a failed report, and sends the position with the next one', async () => {
    const calls = serveCourse();
    const { video, user } = await watch('/portal/course/7');
    server.use(http.put('/api/videos/*', () => HttpResponse.error(), { once: true }));
    await user.keyboard('k');
    video.playTo(20);
    await user.keyboard('k');
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() =>
      expect(reportsIn(calls).at(-1)).toBe('PUT /api/videos/701/progress {"watchedSeconds":20}'),
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('courses of every size', () => {
  it('says that a course has no lessons yet', async () => {
    serveCourse({ sections: [] });
    await renderApp('/portal/course/7');
    expect(await screen.findByRole('heading', { name: 'No lessons yet' })).toBeVisible();
    expect(screen.getByText('0 of 0 lessons completed')).toBeVisible();
  });

  it('shows only the current section of two hundred lessons', async () => {
    const [first] = SECTIONS;
    const [pattern] = first?.videos ?? [];
    if (!first || !pattern) throw new Error('The course holds no lesson.');
    const sections = Array.from({ length: 8 }, (_, part) => ({
      ...first,
      id: part + 1,
      name: `Part ${part + 1}`,
      order: part,
      videos: Array.from({ length: 25 }, (__, index) => ({
        ...pattern,
        id: part * 100 + index + 1,
        modelId: part + 1,
        order: index,
      })),
    }));
    serveCourse({ sections });
    await watch('/portal/course/7?lesson=703');
    expect(screen.getByRole('tab', { name: 'Part 8' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getAllByRole('listitem')).toHaveLength(25);
    expect(screen.getByText('0 of 200 lessons completed')).toBeVisible();
  });
});
