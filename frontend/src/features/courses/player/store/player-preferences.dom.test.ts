import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextRate, readPreferences, savePreferences } from './player-preferences';

const DEFAULTS = {
  rate: 1,
  volume: 1,
  muted: false,
  captions: false,
  captionsLanguage: null,
  quality: 'auto',
  theatre: false,
  playNext: true,
  keys: true,
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('preferences', () => {
  it('starts at normal speed, full volume, sound on and captions off', () => {
    expect(readPreferences()).toEqual(DEFAULTS);
  });

  it('stores what was changed and keeps the rest', () => {
    savePreferences({ rate: 1.5 });
    savePreferences({ volume: 0.3, muted: true });
    savePreferences({
      captionsLanguage: 'nl',
      quality: 340_000,
      theatre: true,
      playNext: false,
      keys: false,
    });
    expect(readPreferences()).toEqual({
      rate: 1.5,
      volume: 0.3,
      muted: true,
      captions: false,
      captionsLanguage: 'nl',
      quality: 340_000,
      theatre: true,
      playNext: false,
      keys: false,
    });
  });

  it.each([
    'not json',
    '7',
    'null',
    '{"rate":9,"volume":4,"muted":"yes","captions":1}',
    '{"captionsLanguage":5,"quality":"best","theatre":"on","playNext":1,"keys":"no"}',
    '{"quality":-1}',
  ])('falls back to the defaults when %s is stored', (stored) => {
    localStorage.setItem('player-preferences', stored);
    expect(readPreferences()).toEqual(DEFAULTS);
  });

  it('lets no lesson begin by itself where motion is reduced, unless it was chosen', () => {
    const whole = window.matchMedia('all');
    vi.spyOn(window, 'matchMedia').mockReturnValue({ ...whole, matches: true });
    expect(readPreferences().playNext).toBe(false);
    savePreferences({ playNext: true });
    expect(readPreferences().playNext).toBe(true);
  });

  it('uses the defaults when the browser forbids storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => savePreferences({ rate: 2 })).not.toThrow();
    expect(readPreferences()).toEqual(DEFAULTS);
  });
});

describe('nextRate', () => {
  it('steps through the list and stays at its ends', () => {
    expect(nextRate(1, 1)).toBe(1.25);
    expect(nextRate(1, -1)).toBe(0.75);
    expect(nextRate(2, 1)).toBe(2.5);
    expect(nextRate(3, 1)).toBe(3);
    expect(nextRate(0.5, -1)).toBe(0.5);
  });

  it('steps from a speed that is not in the list', () => {
    expect(nextRate(1.1, 1)).toBe(1.25);
    expect(nextRate(1.1, -1)).toBe(1);
  });
});
