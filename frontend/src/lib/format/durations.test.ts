import { describe, expect, it } from 'vitest';
import { formatDuration, spokenDuration } from './durations';

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [7, '0:07'],
    [59.9, '0:59'],
    [60, '1:00'],
    [605, '10:05'],
    [3661, '61:01'],
  ])('shows %d seconds as %s, never in hours', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -3])(
    'shows %d, which is no length, as 0:00',
    (seconds) => {
      expect(formatDuration(seconds)).toBe('0:00');
    },
  );
});

describe('spokenDuration', () => {
  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [60, '1 minute'],
    [125, '2 minutes 5 seconds'],
  ])('says %d seconds as "%s"', (seconds, text) => {
    expect(spokenDuration(seconds)).toBe(text);
  });
});
