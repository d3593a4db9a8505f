// A video of which a browser shows no picture: the player goes on with HLS, or the page says what to do.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PICTURE_MS } from '@/features/courses/player/use-missing-picture';
import { SECTIONS, serveCourse } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { refusal } from '@/test/server';
import { watch } from '@/test/watch';

const HLS = '/media/videos/701/packages/abc/master.m3u8';
const WITHOUT_FILES = SECTIONS.map((section) => ({
  ...section,
  videos: section.videos.map((video) => ({ ...video, url: null })),
}));

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }),
);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The first picture of the file is due, and there is only sound. */
const load = (element: HTMLVideoElement) =>
  act(() => void fireEvent(element, new Event('loadeddata')));
const loadWithoutPicture = async (element: HTMLVideoElement) => {
  load(element);
  await act(() => vi.advanceTimersByTimeAsync(PICTURE_MS));
};

async function expectAdvice() {
  expect(await screen.findByRole('alert')).toHaveTextContent('Browsers cannot show this video');
  const problem = within(screen.getByRole('group', { name: 'Video not playable' }));
  expect(problem.getByRole('link', { name: 'Tell us' })).toHaveAttribute('href', '/contact');
  expect(problem.getByRole('link', { name: /^Next: / })).toBeVisible();
  expect(problem.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
}

describe('a video that browsers do not show', () => {
  it('is named with what to do where nothing of it can be played', async () => {
    serveCourse({ sections: WITHOUT_FILES, content: { file: null, hls: null } });
    await renderApp('/portal/course/7');
    await expectAdvice();
  });

  it('is said once, with another try, where what belongs to the lesson could not be loaded', async () => {
    let down = true;
    serveCourse(
      { sections: WITHOUT_FILES },
      http.get('/api/videos/701/lesson', () => (down ? refusal(503, 'busy', 'Busy') : undefined)),
    );
    const { user } = await renderApp('/portal/course/7');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    down = false;
    await user.click(retry);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('does not play its sound alone', async () => {
    serveCourse();
    const { video } = await watch('/portal/course/7');
    await loadWithoutPicture(video.element);
    await expectAdvice();
  });

  it('goes on as HLS where there is a package', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
    serveCourse({ content: { hls: HLS } });
    const { video } = await watch('/portal/course/7');
    await waitFor(() => expect(video.element.src).toMatch(/\/media\/videos\/701$/));
    await loadWithoutPicture(video.element);
    await waitFor(() => expect(video.element.src).toMatch(/master\.m3u8$/));
    // HLS is not asked for its picture: it has one, or says that it cannot be played.
    await loadWithoutPicture(video.element);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('plays on where a picture comes, though the engine knows its size later', async () => {
    serveCourse();
    const { video } = await watch('/portal/course/7');
    load(video.element);
    await act(() => vi.advanceTimersByTimeAsync(PICTURE_MS / 2));
    Object.defineProperty(video.element, 'videoWidth', { value: 1280 });
    await act(() => vi.advanceTimersByTimeAsync(PICTURE_MS));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
