import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { prefetchHlsScript } from '@/features/courses/player/source/hls-script';
import { COURSE, SECTIONS, serveCourse, watched } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { watch } from '@/test/watch';

import './questions/lesson-questions';
import './watch-course';

vi.mock('@/features/courses/player/source/hls-script', { spy: true });

const LONG = SECTIONS.map((section) => ({
  ...section,
  videos: section.videos.map((video) => ({ ...video, duration: 600 })),
}));
const HLS = '/media/videos/701/packages/one/master.m3u8';
const link = () =>
  within(screen.getByRole('navigation', { name: 'Lessons' })).getByRole('link', {
    name: /Tick value/,
  });
const script = vi.mocked(prefetchHlsScript);

beforeEach(() => void script.mockClear());

describe('a lesson that is about to be opened', () => {
  it('is requested when the pointer is pressed on its link, once', async () => {
    const calls = serveCourse();
    const { user } = await watch('/portal/course/7');
    fireEvent.pointerDown(link());
    await waitFor(() => expect(calls).toContain('GET /api/videos/702/lesson'));
    await user.click(link());
    await screen.findByRole('region', { name: 'Video: Tick value' });
    expect(calls.filter((call) => call === 'GET /api/videos/702/lesson')).toHaveLength(1);
  });

  it('has its script fetched while the pointer rests on the link or the focus is there, and not its data', async () => {
    const calls = serveCourse({ sections: LONG, content: { hls: HLS, duration: 600 } });
    await watch('/portal/course/7');
    const about = { hls: HLS, file: '/media/videos/702', duration: 600 };
    fireEvent.pointerOver(link());
    fireEvent.pointerOver(document.body);
    fireEvent.focusIn(link());
    await waitFor(() => expect(script.mock.calls).toEqual([[about]]));
    expect(calls).not.toContain('GET /api/videos/702/lesson');
  });

  it('has no script fetched before its data where the course is not packaged', async () => {
    serveCourse({ sections: LONG });
    await watch('/portal/course/7');
    fireEvent.pointerDown(link());
    await waitFor(() => expect(script.mock.calls).toHaveLength(1));
    expect(script.mock.calls[0]).toEqual([{ hls: null, file: '/media/videos/702', duration: 100 }]);
  });

  it('is requested from the dashboard too', async () => {
    const calls = serveCourse();
    const recent = {
      ...watched(702, 30),
      videoTitle: 'Tick value',
      modelId: 7,
      courseTitle: 'Futures Foundations',
      duration: 100,
    };
    server.use(
      http.get('/api/user/courses', () => Response.json([COURSE])),
      http.get('/api/user/recent-progress', () => Response.json([recent])),
    );
    await renderApp('/portal');
    fireEvent.pointerDown(await screen.findByRole('link', { name: 'Continue' }));
    await waitFor(() => expect(calls).toContain('GET /api/videos/702/lesson'));
  });

  it('does not fail where the server refuses it early', async () => {
    const calls = serveCourse(
      {},
      http.get('/api/videos/702/lesson', () => refusal(503, 'unavailable', 'Later')),
    );
    await watch('/portal/course/7');
    fireEvent.pointerDown(link());
    await waitFor(() => expect(calls).toContain('GET /api/videos/702/lesson'));
    expect(screen.getByRole('region', { name: 'Video: What a future is' })).toBeVisible();
    expect(script).not.toHaveBeenCalled();
  });
});
