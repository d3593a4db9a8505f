// A lesson that waits for data: what is going on, and when to try something.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export type Stall = 'none' | 'short' | 'slow' | 'offline';

/** Before this a wait is normal, such as after a seek. */
export const SLOW_AFTER_MS = 5_000;
/** Each further wait of this length tries again. */
export const RECOVER_EVERY_MS = 10_000;

export function useStall(waiting: boolean, recover: () => void): Stall {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [slow, setSlow] = useState(false);
  if (!waiting && slow) setSlow(false);
  const latest = useRef(recover);
  useEffect(() => {
    latest.current = recover;
  });
  useEffect(() => {
    if (!waiting || !online) return;
    const first = setTimeout(() => {
      setSlow(true);
      latest.current();
    }, SLOW_AFTER_MS);
    const again = setInterval(() => latest.current(), RECOVER_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [waiting, online]);
  if (!waiting) return 'none';
  if (!online) return 'offline';
  return slow ? 'slow' : 'short';
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
