// How long it is until a session starts. A screen reader has the minutes, and is told of ten minutes, one minute and the start alone.
import { clockIn, readerZone } from '@/lib/format/dates-in-zones';

import type { LiveSession } from '../api';
import { HOUR_MS, readOut, runningClock, untilWords } from '../time/countdown';

const COPY = {
  starts: (words: string) => `Starts ${words}`,
  live: 'Live now',
  until: (clock: string) => `until ${clock}`,
};

export function Clock({ session, now }: { session: LiveSession; now: number }) {
  const left = Date.parse(session.startsAt) - now;
  return (
    <div className="figures">
      {left <= 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="display text-xl text-accent">{COPY.live}</span>
          <span className="text-sm text-ink-muted">
            {COPY.until(clockIn(session.endsAt, readerZone()))}
          </span>
        </p>
      )}
      {left > 0 && left <= HOUR_MS && (
        <>
          <p aria-hidden className="display text-2xl">
            {runningClock(left)}
          </p>
          <p className="sr-only">{COPY.starts(untilWords(left))}</p>
        </>
      )}
      {left > HOUR_MS && <p className="text-lg">{COPY.starts(untilWords(left))}</p>}
      <p role="status" className="sr-only">
        {readOut(left)}
      </p>
    </div>
  );
}
