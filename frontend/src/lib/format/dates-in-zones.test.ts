import { describe, expect, it } from 'vitest';

import {
  clockIn,
  dayIn,
  daysBetween,
  isKnownZone,
  isSameClock,
  shiftSinceLastWeek,
  spanIn,
  wallTime,
  zoneCity,
} from './dates-in-zones';

const BRUSSELS = 'Europe/Brussels';
const NEW_YORK = 'America/New_York';

describe('a moment in a zone', () => {
  it.each([
    [BRUSSELS, '2026-12-01T20:00'],
    [NEW_YORK, '2026-12-01T14:00'],
    ['Asia/Tokyo', '2026-12-02T04:00'],
    ['Asia/Kathmandu', '2026-12-02T00:45'],
    ['UTC', '2026-12-01T19:00'],
  ])('in %s is %s', (zone, wall) => expect(wallTime('2026-12-01T19:00:00Z', zone)).toBe(wall));

  it('is a day of that zone, with the year where it is another', () => {
    const now = Date.parse('2026-11-28T12:00:00Z');
    expect(dayIn('2026-12-01T19:00:00Z', BRUSSELS, now)).toBe('Tuesday 1 December');
    expect(dayIn('2026-12-01T19:00:00Z', 'Asia/Tokyo', now)).toBe('Wednesday 2 December');
    expect(dayIn('2026-12-31T23:30:00Z', BRUSSELS, now)).toBe('Friday 1 January 2027');
    expect(dayIn('2028-02-29T12:00:00Z', NEW_YORK, now)).toBe('Tuesday 29 February 2028');
  });

  it('is midnight at 00:00', () => {
    expect(clockIn('2026-12-01T23:00:00Z', BRUSSELS)).toBe('00:00');
  });

  it('reads a span across a clock change as the clocks show it', () => {
    expect(spanIn('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', BRUSSELS)).toBe('02:30 to 02:30');
    expect(spanIn('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', BRUSSELS)).toBe('01:30 to 03:30');
  });

  it('counts days of the calendar', () => {
    const days = (from: string, to: string) =>
      daysBetween(Date.parse(from), Date.parse(to), BRUSSELS);
    expect(days('2026-10-24T22:30:00Z', '2026-10-25T22:30:00Z')).toBe(0);
    expect(days('2026-10-25T22:30:00Z', '2026-10-25T23:30:00Z')).toBe(1);
  });
});

describe('a zone', () => {
  it('is known or not', () => {
    expect(isKnownZone(BRUSSELS)).toBe(true);
    expect(isKnownZone('Europe/Atlantis')).toBe(false);
  });

  it('is named by its city', () => {
    expect(zoneCity(NEW_YORK)).toBe('New York');
    expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
    expect(zoneCity('UTC')).toBe('UTC');
  });

  it('may show the same as another', () => {
    expect(isSameClock('2026-12-01T19:00:00Z', BRUSSELS, 'Europe/Paris')).toBe(true);
    expect(isSameClock('2026-12-01T19:00:00Z', BRUSSELS, 'Africa/Lagos')).toBe(true);
    expect(isSameClock('2026-07-01T18:00:00Z', BRUSSELS, 'Africa/Lagos')).toBe(false);
    expect(isSameClock('2026-12-01T19:00:00Z', BRUSSELS, NEW_YORK)).toBe(false);
  });
});

describe('the same weekday of the week before', () => {
  it.each([
    // New York changes on 8 March and 1 November 2026, Brussels on 29 March and 25 October.
    ['before both', '2026-03-03T19:00:00Z', NEW_YORK, BRUSSELS, 0],
    ['after New York alone', '2026-03-10T18:00:00Z', NEW_YORK, BRUSSELS, -60],
    ['between both', '2026-03-17T18:00:00Z', NEW_YORK, BRUSSELS, 0],
    ['after Brussels too', '2026-03-31T18:00:00Z', NEW_YORK, BRUSSELS, 60],
    ['after Brussels alone in autumn', '2026-10-27T18:00:00Z', NEW_YORK, BRUSSELS, -60],
    ['after New York in autumn', '2026-11-03T19:00:00Z', NEW_YORK, BRUSSELS, 60],
    ['of one zone', '2026-10-27T19:00:00Z', BRUSSELS, BRUSSELS, 0],
    ['of zones that change together', '2026-10-27T19:00:00Z', BRUSSELS, 'Europe/Lisbon', 0],
    ['of a reader without clock changes', '2026-10-27T19:00:00Z', BRUSSELS, 'Asia/Tokyo', 60],
    ['of a change by half an hour', '2026-10-06T10:00:00Z', 'UTC', 'Australia/Lord_Howe', 30],
    ['across the end of the year', '2027-01-01T19:00:00Z', NEW_YORK, BRUSSELS, 0],
    ['one that falls into the skipped hour', '2026-04-05T00:30:00Z', BRUSSELS, 'UTC', 0],
  ])('%s', (_name, start, zone, reader, minutes) =>
    expect(shiftSinceLastWeek(start, zone, reader)).toBe(minutes),
  );
});
