import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeVideo } from '@/test/fake-video';

import { createPlayback } from './create-playback';
import { createPlayerStore } from './player-store';

/** A lesson that plays from its second, in an element that has no data to go on. */
async function waitingAt(second: number) {
  const element = document.createElement('video');
  element.src = '/media/videos/1';
  const video = fakeVideo(element);
  const playback = createPlayback();
  const store = createPlayerStore(playback);
  // The library watches the element for its subscribers.
  store.subscribe(() => {});
  playback.attach(element);
  store.attachVideo(element);
  // The library attaches to the element in a microtask.
  await act(async () => {});
  video.load(100);
  video.playTo(second);
  video.starve();
  return { element, video, store };
}

describe('a lesson that waits for data', () => {
  it('is not waiting once its clock runs, whatever the element says', async () => {
    const { video, store } = await waitingAt(5);
    expect(store.getState().waiting).toBe(true);
    video.playTo(5);
    expect(store.getState().waiting).toBe(true);
    video.playTo(5.25);
    video.playTo(5.5);
    expect(store.getState().waiting).toBe(false);
  });

  it('still waits after a jump, which is no run of its clock', async () => {
    const { element, video, store } = await waitingAt(5);
    video.playTo(5);
    act(() => {
      element.currentTime = 60;
    });
    expect(store.getState().currentTime).toBe(60);
    expect(store.getState().waiting).toBe(true);
    video.starve();
    video.playTo(60);
    expect(store.getState().waiting).toBe(true);
  });
});

describe('a key that is pressed twice at once', () => {
  it('counts twice, though the library hears of the first press later', async () => {
    const { element, store } = await waitingAt(5);
    const rates = [1, 1, -1].map(
      (direction) =>
        store.perform({ type: 'change-rate', direction: direction === 1 ? 1 : -1 }).rate,
    );
    expect(rates).toEqual([1, 1.25, 1.5]);
    expect(element.playbackRate).toBe(1.25);
    expect([1, 2].map(() => store.perform({ type: 'toggle-mute' }).muted)).toEqual([false, true]);
    expect(element.muted).toBe(false);
  });
});
