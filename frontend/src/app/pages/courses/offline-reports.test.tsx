import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { MEMBER, serveCourse } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { server } from '@/test/server';
import { reportsIn, watch } from '@/test/watch';

import './questions/lesson-questions';
import './watch-course';

describe('without a connection', () => {
  const offline = http.put('/api/videos/*', () => HttpResponse.error());

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
