import { afterEach, describe, expect, it, vi } from 'vitest';

import { offsetsText, zoneOf } from './zone';

const at = (text: string) => Date.parse(text);
const clock = (name: string | undefined, text: string) =>
  new Date(zoneOf(name).wallClock(at(text))).toISOString().slice(0, 16);

afterEach(() => vi.unstubAllEnvs());

describe('a zone', () => {
  it('has its clock, in winter and in summer', () => {
    expect(clock('America/New_York', '2026-03-02T14:30:00Z')).toBe('2026-03-02T09:30');
    expect(clock('America/New_York', '2026-07-02T13:30:00Z')).toBe('2026-07-02T09:30');
    expect(clock('America/New_York', '2026-03-03T03:15:00Z')).toBe('2026-03-02T22:15');
    expect(clock('Asia/Kolkata', '2026-03-02T03:45:00Z')).toBe('2026-03-02T09:15');
    expect(clock('Asia/Tokyo', '2025-12-31T15:00:00Z')).toBe('2026-01-01T00:00');
  });

  it('changes its clock within a day', () => {
    expect(clock('America/New_York', '2026-03-08T06:59:00Z')).toBe('2026-03-08T01:59');
    expect(clock('America/New_York', '2026-03-08T07:00:00Z')).toBe('2026-03-08T03:00');
  });

  it('is the member’s where the chart names none', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(zoneOf(null).title).toBe('Tokyo time');
    expect(clock(undefined, '2026-03-02T14:30:00Z')).toBe('2026-03-02T23:30');
    vi.stubEnv('TZ', 'UTC');
    expect(zoneOf().title).toBe('UTC');
  });

  it('is UTC where the browser does not know it', () => {
    expect(zoneOf('Mars/Olympus_Mons').title).toBe('UTC');
    expect(clock('Mars/Olympus_Mons', '2026-03-02T14:30:00Z')).toBe('2026-03-02T14:30');
  });

  it('is named by its city, and by how far it is from UTC', () => {
    expect(zoneOf('America/New_York').title).toBe('New York time');
    const offsets = (name: string, from: string, to: string) =>
      offsetsText(zoneOf(name), at(from), at(to));
    const [winter, summer] = ['2026-03-02T14:30:00Z', '2026-07-02T14:30:00Z'];
    expect(offsets('America/New_York', winter, winter)).toBe('UTC−5');
    expect(offsets('America/New_York', winter, summer)).toBe('UTC−5/−4');
    expect(offsets('Europe/London', winter, summer)).toBe('UTC+0/+1');
    expect(offsets('Asia/Kolkata', winter, summer)).toBe('UTC+5:30');
    expect(offsets('UTC', winter, summer)).toBe('UTC');
  });
});
