// Live sessions for tests, by minutes from a moment.
import type { Schemas } from '@/lib/api-client';

const MINUTE_MS = 60_000;
const OPENS_MINUTES = 15;

export function liveSession(
  startsInMinutes: number,
  change: Partial<Schemas['Live']> = {},
  from = Date.now(),
): Schemas['Live'] {
  const at = (minutes: number) => new Date(from + minutes * MINUTE_MS).toISOString();
  const ended = startsInMinutes + 90 <= 0;
  const open = !ended && startsInMinutes <= OPENS_MINUTES;
  const running = open ? 'open' : 'planned';
  return {
    id: 3,
    courseId: 1,
    courseTitle: 'Live room',
    title: 'Open floor',
    html: null,
    startsAt: at(startsInMinutes),
    endsAt: at(startsInMinutes + 90),
    joinsAt: at(startsInMinutes - OPENS_MINUTES),
    zone: 'UTC',
    state: ended ? 'ended' : running,
    reason: null,
    joined: false,
    recording: null,
    ...change,
  };
}
