import 'fake-indexeddb/auto';

import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';

import { forgetAll, keep, readKept } from '@/lib/offline/kept-answers';
import { MEMBER, serveCourse, watched } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { server } from '@/test/server';
import { reportsIn, watch } from '@/test/watch';

import './questions/lesson-questions';
import './watch-course';

const PROGRESS = '/api/courses/7/progress';

/** A report of this account that a page before has left. */
function leaveReport(watchedSeconds: number, watchedAt: string): void {
  const report = { courseId: 7, videoId: 701, watchedSeconds, watchedAt, played: [] };
  localStorage.setItem(`progress-report:${MEMBER.id}:left`, JSON.stringify(report));
}

afterEach(() => forgetAll());

describe('a lesson that is opened without an answer about its progress', () => {
  const noAnswer = http.get(PROGRESS, () => HttpResponse.error());
  const noReport = http.put('/api/videos/*', () => HttpResponse.error());

  it('starts at a report that waits, where that is newer than what is kept', async () => {
    await keep(PROGRESS, [watched(701, 10)], 7);
    leaveReport(36, '2026-11-20T10:05:00.000Z');
    serveCourse({}, noAnswer, noReport);
    const { video } = await watch('/portal/course/7?lesson=701');
    expect(video.element.currentTime).toBe(36);
  });

  it('starts at what is kept, where that is newer than a report that waits', async () => {
    await keep(PROGRESS, [watched(701, 10)], 7);
    leaveReport(36, '2026-11-20T09:55:00.000Z');
    serveCourse({}, noAnswer, noReport);
    const { video } = await watch('/portal/course/7?lesson=701');
    expect(video.element.currentTime).toBe(10);
  });

  it('is at the server’s second, as soon as that answers and before it is played', async () => {
    await keep(PROGRESS, [watched(701, 10)], 7);
    serveCourse({}, noAnswer);
    const { video } = await watch('/portal/course/7?lesson=701');
    server.resetHandlers();
    const calls = serveCourse({ progress: [watched(701, 80)] });
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(video.element.currentTime).toBe(80));
    expect(video.element.paused).toBe(true);
    expect(reportsIn(calls)).toEqual([]);
  });

  it('stays where the member plays it, whatever the server answers later', async () => {
    await keep(PROGRESS, [watched(701, 10)], 7);
    serveCourse({}, noAnswer);
    const { video } = await watch('/portal/course/7?lesson=701');
    video.playTo(12);
    server.resetHandlers();
    const calls = serveCourse({ progress: [watched(701, 80)] });
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(calls).toContain(`GET ${PROGRESS}`));
    video.playTo(14);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(() =>
      expect(reportsIn(calls)).toEqual(['PUT /api/videos/701/progress {"watchedSeconds":14}']),
    );
    expect(video.element.currentTime).toBe(14);
  });
});

describe('without a connection', () => {
  const offline = http.put('/api/videos/*', () => HttpResponse.error());

  it('keeps the position with the answer, for a reload', async () => {
    serveCourse();
    const { video } = await watch('/portal/course/7');
    server.use(offline);
    video.playTo(20);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(async () =>
      expect(await readKept(PROGRESS)).toEqual([
        expect.objectContaining({ videoId: 701, watchedSeconds: 20 }),
      ]),
    );
  });

  it('says what is kept, and sends it when the connection is back', async () => {
    serveCourse();
    const { video, user } = await watch('/portal/course/7');
    server.use(offline);
    await user.keyboard('k');
    video.playTo(20);
    await user.keyboard('k');
    const notice = await screen.findByText(
      'The server cannot be reached. Your progress in 1 lesson is kept in this browser and sent when the connection is back.',
    );
    expect(notice.closest('[role=status]')).toBeVisible();
    const later = serveCourse();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(
      await screen.findByText('The connection is back. Your progress is saved.'),
    ).toBeVisible();
    expect(reportsIn(later)).toEqual(['PUT /api/videos/701/progress {"watchedSeconds":20}']);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('progress-report'))).toEqual(
      [],
    );
  });

  it('sends what a closed page left, also from the dashboard, but not as another account', async () => {
    const kept = {
      courseId: 7,
      videoId: 702,
      watchedSeconds: 44,
      watchedAt: '2026-11-20T10:00:00.000Z',
      played: [[40, 44]],
    };
    for (const account of [MEMBER.id, 99]) {
      localStorage.setItem(`progress-report:${account}:x`, JSON.stringify(kept));
    }
    const calls = serveCourse();
    await renderApp('/portal/courses');
    const put =
      'PUT /api/videos/702/progress {"watchedSeconds":44,"watchedAt":"2026-11-20T10:00:00.000Z","played":[[40,44]]}';
    await waitFor(() => expect(calls).toContain(put));
    await waitFor(() => expect(localStorage.getItem(`progress-report:${MEMBER.id}:x`)).toBeNull());
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([put]);
    expect(localStorage.getItem('progress-report:99:x')).not.toBeNull();
  });

  it('keeps a lesson that the member marked as finished', async () => {
    const calls = serveCourse();
    const { user } = await watch('/portal/course/7');
    server.use(offline);
    await user.click(screen.getByRole('button', { name: 'Mark as finished' }));
    expect(await screen.findByText(/^The server cannot be reached/)).toBeVisible();
    expect(screen.getByText('1 of 3 lessons completed')).toBeVisible();
    const before = calls.length;
    server.resetHandlers();
    const later = serveCourse();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() =>
      expect(reportsIn(later)).toEqual([
        'PUT /api/videos/701/progress {"watchedSeconds":0,"completed":true}',
      ]),
    );
    expect(calls).toHaveLength(before);
  });

  it('sends nothing as the account that another tab signed in to', async () => {
    const calls = serveCourse();
    const { video, user } = await watch('/portal/course/7');
    localStorage.setItem('signed-in-account', '99');
    await user.keyboard('k');
    video.playTo(20);
    await user.keyboard('k');
    await waitFor(() =>
      expect(Object.keys(localStorage).some((key) => key.startsWith('progress-report:1:'))).toBe(
        true,
      ),
    );
    act(() => void window.dispatchEvent(new Event('online')));
    expect(reportsIn(calls)).toEqual([]);
  });
});
