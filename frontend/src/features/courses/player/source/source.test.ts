import { describe, expect, it } from 'vitest';

import { firstDelivery, hlsDelivery } from './delivery';
import { lowestRung, rungFor, rungLabel, type Rung } from './quality';

const chrome = { mediaSource: true, managedMediaSource: false, native: true };
const safari = { mediaSource: true, managedMediaSource: true, native: true };
const oldIphone = { mediaSource: false, managedMediaSource: false, native: true };
const none = { mediaSource: false, managedMediaSource: false, native: false };
const sources = { hls: '/hls', file: '/file', duration: 600 };

describe('how HLS is played', () => {
  it('is by script with Media Source, also where the browser says that it can', () => {
    expect(hlsDelivery(chrome)).toBe('hls-script');
  });

  it('is by the browser with its managed Media Source, or without any', () => {
    expect(hlsDelivery(safari)).toBe('hls-native');
    expect(hlsDelivery(oldIphone)).toBe('hls-native');
    expect(hlsDelivery(none)).toBeUndefined();
  });
});

describe('how a lesson begins', () => {
  it('is HLS where there is HLS, else the file', () => {
    expect(firstDelivery(sources, chrome, false)).toBe('hls-script');
    expect(firstDelivery({ ...sources, hls: null }, chrome, false)).toBe('file');
    expect(firstDelivery(sources, none, false)).toBe('file');
    expect(firstDelivery({ ...sources, hls: null, file: null }, chrome, false)).toBeUndefined();
  });

  it('is the file under two minutes, unless a quality was chosen or there is no file', () => {
    expect(firstDelivery({ ...sources, duration: 119 }, chrome, false)).toBe('file');
    expect(firstDelivery({ ...sources, duration: 120 }, chrome, false)).toBe('hls-script');
    expect(firstDelivery({ ...sources, duration: 60 }, chrome, true)).toBe('hls-script');
    expect(firstDelivery({ ...sources, duration: 60, file: null }, chrome, false)).toBe(
      'hls-script',
    );
  });
});

describe('the qualities', () => {
  const rung = (id: number, height: number, bitrate: number): Rung => ({
    id,
    height,
    bitrate,
    frameRate: 30,
  });
  const rungs = [rung(0, 1080, 700_000), rung(1, 1080, 340_000)];

  it('begin with the lowest, wherever it is in the playlist', () => {
    expect(lowestRung(rungs)?.id).toBe(1);
  });

  it('take the nearest to a choice made for another lesson', () => {
    expect(rungFor(rungs, 300_000)?.id).toBe(1);
    expect(rungFor(rungs, 2_000_000)?.id).toBe(0);
  });

  it('of one size are distinguished', () => {
    expect(rungs.map((one) => rungLabel(one, rungs))).toEqual([
      '1080p, 700 kbit/s',
      '1080p, less data',
    ]);
    const sizes = [rung(0, 480, 1), rung(1, 720, 2)];
    expect(sizes.map((one) => rungLabel(one, sizes))).toEqual(['480p', '720p']);
  });
});
