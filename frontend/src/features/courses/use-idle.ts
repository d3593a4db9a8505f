// Whether hands have rested for a while: in full screen the controls then step aside.
import { useEffect, useState } from 'react';

const IDLE_MS = 3_000;

export function useIdle(active: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout>;
    const touched = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, touched);
    touched();
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, touched);
      setIdle(false);
    };
  }, [active]);
  return idle;
}
