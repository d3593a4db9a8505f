// The server's time, updated every minute: a page that stays open past midnight must not show a stale "today".
import { useEffect, useState } from 'react';

import { serverNow } from '@/lib/server-clock';

const MINUTE_MS = 60_000;

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(serverNow())), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
