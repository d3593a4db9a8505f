// When a session is: for the reader, in the session's own zone where its clocks differ, and whether it is at another hour than last week.
import {
  dayIn,
  isKnownZone,
  isSameClock,
  readerZone,
  shiftSinceLastWeek,
  spanIn,
  zoneCity,
} from '@/lib/format/dates-in-zones';

import type { LiveSession } from '../api';
import { shiftWords } from '../time/countdown';

const COPY = {
  own: (when: string) => `${when}, your time`,
  there: (when: string, city: string) => `${when} in ${city}`,
  shifted: (words: string) => `For you this is ${words}: clocks change.`,
};

type Dates = Pick<LiveSession, 'startsAt' | 'endsAt' | 'zone'>;

interface WhenProps {
  session: Dates;
  now: number;
  /** Without the reader's day, where a heading above has it. */
  withDay?: boolean;
  className?: string;
}

export function When({ session, now, withDay = true, className }: WhenProps) {
  const { startsAt, endsAt, zone } = session;
  const reader = readerZone();
  const isKnown = isKnownZone(zone);
  const there = isKnown && !isSameClock(startsAt, zone, reader);
  const day = dayIn(startsAt, reader, now);
  const span = spanIn(startsAt, endsAt, reader);
  const own = withDay ? `${day}, ${span}` : span;
  // Also where both clocks are the same this week: they may not have been the week before.
  const shift = isKnown ? shiftWords(shiftSinceLastWeek(startsAt, zone, reader)) : null;
  return (
    <div className={className}>
      <p className="font-semibold figures">
        <time dateTime={startsAt}>{there ? COPY.own(own) : own}</time>
      </p>
      {there && <p className="text-sm text-ink-muted figures">{thereText(session, day, now)}</p>}
      {shift !== null && <p className="text-sm figures">{COPY.shifted(shift)}</p>}
    </div>
  );
}

/** With the day where it is another one there. */
function thereText({ startsAt, endsAt, zone }: Dates, readersDay: string, now: number): string {
  const day = dayIn(startsAt, zone, now);
  const span = spanIn(startsAt, endsAt, zone);
  return COPY.there(day === readersDay ? span : `${day}, ${span}`, zoneCity(zone));
}
