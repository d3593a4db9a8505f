// The sessions that come after the next one, by the reader's days.
import { dayIn, readerZone } from '@/lib/format/dates-in-zones';

import type { LiveSession } from '../api';
import { SessionItem } from './session-item';

interface DayListProps {
  sessions: readonly LiveSession[];
  now: number;
}

export function DayList({ sessions, now }: DayListProps) {
  const reader = readerZone();
  const days = new Map<string, LiveSession[]>();
  for (const session of sessions) {
    const day = dayIn(session.startsAt, reader, now);
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return (
    <div className="grid gap-6">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="border-b border-line pb-2 font-sans text-sm font-semibold tracking-normal text-ink-muted">
            {day}
          </h3>
          <ul>
            {ofDay.map((session) => (
              <SessionItem key={session.id} session={session} now={now} withDay={false} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
