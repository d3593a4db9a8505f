// Whether there was no pointer or key event for a while: the controls are then hidden in full screen.
import { useEffect, useState } from 'react';

const IDLE_MS = 3_000;

export function useIdle(active: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout>;
    const onActivity = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, onActivity);
    onActivity();
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, onActivity);
      setIdle(false);
    };
  }, [active]);
  return idle;
}
