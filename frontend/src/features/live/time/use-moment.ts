// The server's time: each second in the hour before a start, else twice a minute.
import { useEffect, useState } from 'react';

import { serverNow } from '@/lib/server-clock';

import { HOUR_MS } from './countdown';

const SECOND_MS = 1_000;
const SLOW_MS = 30_000;

export function useMoment(startsAt?: string): number {
  const [now, setNow] = useState(serverNow);
  const left = startsAt === undefined ? -1 : Date.parse(startsAt) - now;
  // One slow step early, so that the last hour begins on time.
  const step = left > 0 && left <= HOUR_MS + SLOW_MS ? SECOND_MS : SLOW_MS;
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), step);
    return () => clearInterval(timer);
  }, [step]);
  return now;
}
