// A lesson that waits for data: the reason, and the time of the next attempt.
import { useEffect, useEffectEvent, useState } from 'react';

import { useOnline } from '@/lib/offline/use-online';

export type Stall = 'none' | 'short' | 'slow' | 'offline';

/** Before this a wait is normal, such as after a seek. */
export const SLOW_AFTER_MS = 5_000;
/** Each further wait of this length tries again. */
export const RECOVER_EVERY_MS = 10_000;

export function useStall(waiting: boolean, recover: () => void): Stall {
  const online = useOnline();
  const [slow, setSlow] = useState(false);
  if (!waiting && slow) setSlow(false);
  const tryAgain = useEffectEvent(recover);
  useEffect(() => {
    if (!waiting || !online) return;
    const first = setTimeout(() => {
      setSlow(true);
      tryAgain();
    }, SLOW_AFTER_MS);
    const again = setInterval(() => tryAgain(), RECOVER_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [waiting, online]);
  if (!waiting) return 'none';
  if (!online) return 'offline';
  return slow ? 'slow' : 'short';
}
