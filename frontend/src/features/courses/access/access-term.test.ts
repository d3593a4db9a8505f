import { describe, expect, it } from 'vitest';
import { accessTerm } from './access-term';

/** Local times, so that the tests pass in every time zone. */
const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute);
const term = (end: Date, now: Date) => accessTerm(end.toISOString(), now);

describe('accessTerm', () => {
  it.each([null, undefined])('shows an access without end (%s) as lifetime', (none) => {
    expect(accessTerm(none)).toEqual({ kind: 'lifetime', text: 'Lifetime access' });
  });

  it('names the last day and counts the days left', () => {
    expect(term(at(2027, 3, 3), at(2026, 11, 21))).toEqual({
      kind: 'running',
      text: 'Access until 3 March 2027, 102 days left',
    });
  });

  it('counts calendar days, not spans of 24 hours', () => {
    expect(term(at(2026, 11, 23, 1), at(2026, 11, 21, 23)).text).toBe(
      'Access until 23 November 2026, 2 days left',
    );
  });

  it('counts a day across a clock change as one day', () => {
    expect(term(at(2027, 3, 29, 0, 30), at(2027, 3, 27, 23, 30)).text).toBe(
      'Access until 29 March 2027, 2 days left',
    );
    expect(term(at(2026, 11, 2, 0, 30), at(2026, 10, 24, 23, 30)).text).toContain('9 days left');
  });

  it('marks the last week as ending and the eighth day as running', () => {
    expect(term(at(2026, 11, 27), at(2026, 11, 21)).kind).toBe('ending');
    expect(term(at(2026, 11, 28), at(2026, 11, 21)).kind).toBe('running');
  });

  it('says tomorrow and today with the hour', () => {
    expect(term(at(2026, 11, 22, 9, 5), at(2026, 11, 21)).text).toBe(
      'Access expires tomorrow at 09:05',
    );
    expect(term(at(2026, 11, 21, 18, 30), at(2026, 11, 21)).text).toBe(
      'Access expires today at 18:30',
    );
  });

  it('says when an access ended', () => {
    expect(term(at(2026, 11, 21, 9), at(2026, 11, 21))).toEqual({
      kind: 'ended',
      text: 'Your access ended today at 09:00',
    });
    expect(term(at(2026, 11, 20), at(2026, 11, 21)).text).toBe('Your access ended yesterday');
    expect(term(at(2026, 3, 3), at(2026, 11, 21)).text).toBe('Your access ended on 3 March 2026');
  });

  it('treats the moment of the end as ended', () => {
    const moment = at(2026, 11, 21);
    expect(term(moment, moment).kind).toBe('ended');
  });
});
