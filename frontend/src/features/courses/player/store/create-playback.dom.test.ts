import { describe, expect, it } from 'vitest';

import { createPlayback } from './create-playback';
import type { PlaybackListener } from './playback';

type Seek = (seconds: number, engine: Engine) => void;

/** An element whose engine is played by hand: it sends events only when the test says so. */
class Engine {
  readonly video = document.createElement('video');
  seconds = 0;
  duration = 100;
  paused = true;
  seeking = false;
  readyState = 0;
  seeks: number[] = [];
  onSeek: Seek;

  constructor(onSeek: Seek = reaches) {
    this.onSeek = onSeek;
    Object.defineProperties(this.video, {
      currentTime: {
        get: () => this.seconds,
        set: (seconds: number) => {
          this.seeks.push(seconds);
          this.onSeek(seconds, this);
        },
      },
      duration: { get: () => this.duration },
      paused: { get: () => this.paused },
      seeking: { get: () => this.seeking },
      readyState: { get: () => this.readyState },
      ended: { get: () => this.seconds >= this.duration },
      play: {
        value: () => {
          if (this.paused) {
            this.paused = false;
            this.fire('play');
          }
          return Promise.resolve();
        },
      },
    });
  }

  fire(...events: string[]) {
    for (const event of events) this.video.dispatchEvent(new Event(event));
  }

  load(...events: string[]) {
    this.readyState = 1;
    this.fire('loadedmetadata', 'durationchange', ...events);
  }

  /** Ends a seek. */
  sought() {
    this.seeking = false;
    this.fire('seeked', 'timeupdate');
  }

  playTo(seconds: number) {
    this.readyState = 4;
    this.seconds = seconds;
    this.fire('timeupdate');
  }
}

/** Sets the clock at once, as browsers do, and says later that it has sought. */
const reaches: Seek = (seconds, engine) => {
  engine.seeking = true;
  engine.seconds = seconds;
  engine.fire('seeking');
};
/** Answers each seek from 0. */
const clamps: Seek = (_, engine) => {
  engine.seconds = 0;
  engine.fire('seeking', 'seeked');
};
const ignoresUntilCanPlay: Seek = (seconds, engine) => {
  if (engine.readyState >= 3) reaches(seconds, engine);
};
const ignoresOnce: Seek = (seconds, engine) => {
  if (engine.seeks.length > 1) reaches(seconds, engine);
};

const START = 36;

function opened(
  onSeek?: Seek,
  { startAt = START, autoplay = false, engine = new Engine(onSeek) } = {},
) {
  const playback = createPlayback();
  const told: string[] = [];
  const listener: PlaybackListener = {
    moved: (seconds) => told.push(`moved ${seconds}`),
    playing: () => told.push('playing'),
    paused: () => told.push('paused'),
    seeking: () => told.push('seeking'),
    seeked: () => told.push('seeked'),
    ended: () => told.push('ended'),
  };
  playback.listen(listener);
  playback.attach(engine.video);
  playback.open({ id: 1, startAt, autoplay });
  return { engine, playback, told };
}

describe('a lesson that is opened', () => {
  const engines: [string, Seek][] = [
    ['reaches its second', reaches],
    ['ignores a seek until it can play', ignoresUntilCanPlay],
    ['ignores the first seek', ignoresOnce],
    ['clamps each seek to 0', clamps],
  ];
  const orders = [
    ['loadeddata', 'canplay'],
    ['canplay', 'loadeddata', 'timeupdate'],
    ['timeupdate', 'seeked', 'canplay', 'timeupdate'],
    ['pause', 'seeking', 'seeked', 'timeupdate', 'canplay', 'emptied'],
  ];
  for (const [name, seek] of engines) {
    for (const duration of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      for (const order of orders) {
        it(`tells nothing where the engine ${name}, with the duration ${duration} and ${order.join(', ')}`, () => {
          const { engine, playback, told } = opened(seek);
          engine.duration = duration;
          engine.load();
          engine.readyState = 4;
          engine.fire(...order);
          engine.duration = 100;
          engine.fire('durationchange', ...order);
          engine.sought();
          window.dispatchEvent(new Event('pagehide'));
          expect(told).toEqual([]);
          expect(playback.position()).toBe(START);
        });
      }
    }
  }

  it('begins at its second though the element was loaded before it was in the page', () => {
    const engine = new Engine();
    engine.readyState = 4;
    const { playback, told } = opened(undefined, { engine });
    engine.sought();
    expect(engine.seeks).toEqual([START]);
    expect(playback.position()).toBe(START);
    expect(told).toEqual([]);
  });

  it('is not sought before its length is known', () => {
    const { engine, playback } = opened(clamps);
    engine.duration = 0;
    engine.readyState = 4;
    engine.load('loadeddata', 'canplay', 'canplaythrough');
    expect(engine.seeks).toEqual([]);
    engine.duration = 100;
    engine.onSeek = reaches;
    engine.fire('durationchange');
    engine.sought();
    expect(engine.seeks).toEqual([START]);
    expect(engine.seconds).toBe(START);
    expect(playback.position()).toBe(START);
  });

  it.each([
    ['ignores a seek until it can play', ignoresUntilCanPlay],
    ['ignores the first seek', ignoresOnce],
  ])('plays from its second where the engine %s', (_, seek) => {
    const { engine, told } = opened(seek);
    engine.load();
    engine.readyState = 4;
    engine.fire('canplay');
    engine.sought();
    expect(engine.seconds).toBe(START);
    void engine.video.play();
    engine.playTo(36.4);
    expect(told).toEqual(['playing', 'moved 36.4']);
  });

  it('is taken back where the engine sets its clock to 0 before it plays', () => {
    const { engine, playback, told } = opened();
    engine.load();
    engine.sought();
    for (const event of ['seeked', 'timeupdate', 'canplay', 'playing']) {
      engine.seconds = 0;
      engine.fire(event);
      engine.sought();
      expect(engine.seconds, event).toBe(START);
    }
    expect(playback.position()).toBe(START);
    expect(told).toEqual([]);
  });

  it('is taken back where the clock is at 0 when the member plays', () => {
    const { engine, told } = opened();
    engine.load();
    engine.sought();
    engine.seconds = 0;
    void engine.video.play();
    engine.fire('playing');
    engine.sought();
    engine.playTo(36.2);
    expect(new Set(told.filter((event) => event.startsWith('moved')))).toEqual(
      new Set(['moved 36', 'moved 36.2']),
    );
    expect(told).toContain('playing');
  });

  it('plays from where it is, once the member plays a source that cannot be sought', () => {
    const { engine, told } = opened(clamps);
    engine.load();
    expect(engine.seeks.length).toBeLessThan(20);
    void engine.video.play();
    engine.playTo(0.3);
    expect(told).toEqual(['playing', 'moved 0.3']);
  });

  it('is not begun by the events of the lesson before', () => {
    const { engine, playback, told } = opened();
    engine.load();
    engine.sought();
    void engine.video.play();
    engine.playTo(40);
    told.length = 0;
    playback.open({ id: 2, startAt: 7, autoplay: false });
    engine.fire('timeupdate', 'pause', 'seeked', 'ended');
    engine.seconds = 0;
    engine.paused = true;
    engine.fire('emptied');
    engine.load();
    engine.sought();
    expect(told).toEqual([]);
    expect(engine.seconds).toBe(7);
    expect(playback.position()).toBe(7);
  });

  it('takes another start until the member has begun it', () => {
    const { engine, playback } = opened();
    engine.load();
    engine.sought();
    playback.open({ id: 1, startAt: 50, autoplay: false });
    engine.sought();
    expect(engine.seconds).toBe(50);
    void engine.video.play();
    playback.open({ id: 1, startAt: 9, autoplay: false });
    expect(engine.seconds).toBe(50);
  });
});

describe('what the member does', () => {
  it('is told, each seek as one', () => {
    const { engine, playback, told } = opened();
    engine.load();
    engine.sought();
    playback.seek(12);
    engine.sought();
    expect(told).toEqual(['seeking', 'moved 12', 'seeked', 'moved 12']);
  });

  it('counts from the last jump, while that one is under way', () => {
    const { engine, playback } = opened();
    engine.load();
    engine.sought();
    playback.seek(playback.position() + 10);
    playback.seek(playback.position() + 10);
    engine.sought();
    expect(engine.seconds).toBe(START + 20);
  });

  it('counts before the lesson is loaded: a seek is where it starts', () => {
    const { engine, playback, told } = opened();
    playback.seekTo(60);
    expect(playback.position()).toBe(60);
    engine.load();
    engine.sought();
    expect(engine.seconds).toBe(60);
    expect(told).toContain('seeked');
    expect(told.at(-1)).toBe('moved 60');
    expect(engine.paused).toBe(false);
  });

  it('is not lost where the source changes: it goes on at its second', () => {
    const { engine, playback, told } = opened();
    engine.load();
    engine.sought();
    void engine.video.play();
    engine.playTo(41);
    playback.hold();
    told.length = 0;
    Object.assign(engine, { seconds: 0, paused: true, readyState: 0 });
    engine.fire('emptied', 'timeupdate');
    engine.load('canplay');
    engine.sought();
    expect(engine.paused).toBe(false);
    engine.playTo(41.5);
    expect(told).toEqual(['moved 41', 'playing', 'moved 41', 'moved 41.5']);
  });

  it('stands where the source changes and the new one cannot be sought', () => {
    const { engine, playback, told } = opened();
    engine.load();
    engine.sought();
    void engine.video.play();
    engine.playTo(41);
    told.length = 0;
    playback.fail();
    engine.onSeek = () => {};
    engine.seconds = 0;
    engine.load('canplay', 'playing');
    for (const second of [0.3, 5, 20]) engine.playTo(second);
    expect(told).toEqual(['paused']);
    expect(playback.position()).toBe(41);
    engine.playTo(41.2);
    expect(told).toContain('moved 41.2');
  });

  it('does not go on where it was paused at the change', () => {
    const { engine, playback } = opened();
    engine.load();
    engine.sought();
    playback.hold();
    engine.fire('emptied');
    engine.load('canplay');
    expect(engine.paused).toBe(true);
  });
});

it('a lesson that follows another plays by itself, from its second', () => {
  const { engine, told } = opened(reaches, { startAt: 12, autoplay: true });
  engine.load();
  engine.sought();
  engine.playTo(12.3);
  expect(told.filter((event) => event !== 'moved 12')).toEqual(['playing', 'moved 12.3']);
});
