// A fake <video>: jsdom has the element but does not play. The test sets the position.
import { act, fireEvent } from '@testing-library/react';

// Properties that jsdom lacks and the player library reads.
const tracks = Object.assign(new EventTarget(), {
  length: 0,
  [Symbol.iterator]: () => [].values(),
});
Object.defineProperties(HTMLMediaElement.prototype, {
  textTracks: { get: () => tracks },
  audioTracks: { get: () => tracks },
  play: { value: () => Promise.resolve() },
  pause: { value: () => {} },
  load: { value: () => {} },
});

interface FakeVideo {
  element: HTMLVideoElement;
  /** The metadata has arrived. */
  load: (duration: number) => void;
  /** The lesson plays up to this second. */
  playTo: (seconds: number) => void;
  /** The lesson plays up to this second, and the next `timeupdate` is due later. */
  playSilentlyTo: (seconds: number) => void;
  /** There is no data to go on. */
  starve: () => void;
  end: () => void;
  fail: () => void;
}

export function fakeVideo(element: HTMLVideoElement): FakeVideo {
  const state = {
    paused: true,
    ended: false,
    seconds: 0,
    duration: Number.NaN,
    loaded: '',
    data: 4,
  };
  const isLoaded = () => state.loaded === element.src;
  const fire = (type: string) => fireEvent(element, new Event(type));
  const play = () => {
    if (!state.paused) return;
    state.paused = false;
    fire('play');
  };
  Object.defineProperties(element, {
    // As in a browser, a new address unloads the element at once.
    readyState: { get: () => (isLoaded() ? state.data : 0) },
    paused: { get: () => state.paused || !isLoaded() },
    ended: { get: () => state.ended },
    duration: { get: () => state.duration },
    buffered: { get: () => ({ length: 0 }) },
    currentTime: {
      get: () => state.seconds,
      set: (seconds: number) => {
        fire('seeking');
        state.seconds = seconds;
        state.ended = false;
        fire('seeked');
        fire('timeupdate');
      },
    },
    play: {
      value: () => {
        play();
        return Promise.resolve();
      },
    },
    pause: {
      value: () => {
        if (element.paused) return;
        state.paused = true;
        fire('pause');
      },
    },
    load: { value: () => fire('emptied') },
  });
  return {
    element,
    load: (duration) =>
      act(() => {
        Object.assign(state, { paused: true, ended: false, seconds: 0, duration });
        fire('emptied');
        state.loaded = element.src;
        fire('loadedmetadata');
        fire('durationchange');
      }),
    playTo: (seconds) =>
      act(() => {
        play();
        state.seconds = seconds;
        fire('timeupdate');
      }),
    playSilentlyTo: (seconds) => {
      state.seconds = seconds;
    },
    starve: () =>
      act(() => {
        state.data = 2;
        fire('waiting');
      }),
    end: () =>
      act(() => {
        play();
        Object.assign(state, { seconds: state.duration, paused: true, ended: true });
        fire('timeupdate');
        fire('pause');
        fire('ended');
      }),
    fail: () => act(() => void fire('error')),
  };
}
