// A run that plays by itself: bars come at a chosen speed until something happens, the connection is lost or the page is
// left.
import { useEffect, useState } from 'react';

import type { RunEvent } from '../shapes';
import type { RunControl } from './run-control';

/** Bars a second. */
export const SPEEDS = [1, 2, 5] as const;

export type Speed = (typeof SPEEDS)[number];

/** What the member may want to answer. An entry that was filled is what they waited for. */
const PLAYS_ON: readonly RunEvent['kind'][] = ['filled'];

export function usePlay(control: RunControl) {
  const [speed, setSpeed] = useState<Speed>(SPEEDS[0]);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      // One call at a time: a slow connection makes the run slower.
      if (!control.isBusy()) control.toBarEnd({ stopOnEvent: true });
    }, 1_000 / speed);
    const forget = control.subscribe(() => {
      const { run, waits, halted, notice } = control.getState();
      const happened = run.events.some(({ kind }) => !PLAYS_ON.includes(kind));
      if (happened || run.endedAt || waits || halted || notice !== undefined) setPlaying(false);
    });
    const hide = () => {
      if (document.visibilityState === 'hidden') setPlaying(false);
    };
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearInterval(timer);
      forget();
      document.removeEventListener('visibilitychange', hide);
    };
  }, [playing, control, speed]);

  return { playing, setPlaying, speed, setSpeed };
}
