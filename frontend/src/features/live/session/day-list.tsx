// The sessions that come after the next one, by the reader's days: the first ones, and all of them when asked.
import { useEffect, useRef, useState } from 'react';

import { dayIn, readerZone } from '@/lib/format/dates-in-zones';

import { Button } from '@/ui/button';

import type { LiveSession } from '../api';
import { SessionItem } from './session-item';

const COPY = { all: (count: number) => `Show all ${count}` };

/** Past sessions stand below, and a series has up to 26. Two each week are a month. */
const FIRST = 8;

interface DayListProps {
  sessions: readonly LiveSession[];
  now: number;
}

export function DayList({ sessions, now }: DayListProps) {
  const reader = readerZone();
  const list = useRef<HTMLDivElement>(null);
  const [all, setAll] = useState(false);
  // The button that had the focus is gone.
  useEffect(() => {
    if (all) list.current?.querySelectorAll('li')[FIRST]?.querySelector('a')?.focus();
  }, [all]);
  const shown = all ? sessions : sessions.slice(0, FIRST);
  const days = new Map<string, LiveSession[]>();
  for (const session of shown) {
    const day = dayIn(session.startsAt, reader, now);
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return (
    <div ref={list} className="grid gap-6">
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
      {shown.length < sessions.length && (
        <Button look="secondary" size="small" className="mr-auto" onClick={() => setAll(true)}>
          {COPY.all(sessions.length)}
        </Button>
      )}
    </div>
  );
}
