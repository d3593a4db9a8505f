// What has happened in the run, the latest first; and the same with each bar for a screen reader.
import { useEffect, useRef } from 'react';

import type { Series } from '@/ui/chart/scale/series';

import { spokenAnswer, spokenEvent } from '../run/spoken';
import type { Run, RunEvent } from '../shapes';

const LABEL = 'What happened';
const SHOWN = 4;

export function Happened({ log, series }: { log: readonly RunEvent[]; series: Series }) {
  if (log.length === 0) return null;
  return (
    <ul aria-label={LABEL} className="grid gap-1 border-t border-line pt-3 text-sm figures">
      {log
        .slice(-SHOWN)
        .toReversed()
        .map((event) => (
          <li
            key={`${event.at} ${event.kind} ${log.indexOf(event)}`}
            className="text-ink-muted first:text-ink"
          >
            {spokenEvent(event, series)}
          </li>
        ))}
    </ul>
  );
}

interface HeardProps {
  run: Run;
  series: Series;
  playing: boolean;
}

/** Changed without rendering. A run that plays says whole bars only. */
export function Heard({ run, series, playing }: HeardProps) {
  const region = useRef<HTMLParagraphElement>(null);
  const first = useRef(run);
  useEffect(() => {
    if (run === first.current || !region.current) return;
    if (playing && run.forming && run.events.length === 0) return;
    region.current.textContent = spokenAnswer(run, series);
  }, [run, series, playing]);
  return <p ref={region} role="log" aria-live="polite" aria-atomic="true" className="sr-only" />;
}
