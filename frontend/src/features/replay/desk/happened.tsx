// What has happened in the run, the latest first; and the same with each bar for a screen reader.
import { useEffect, useRef } from 'react';

import { classNames } from '@/lib/class-names';
import type { Series } from '@/ui/chart/scale/series';

import { spokenAnswer, spokenEvent } from '../run/spoken';
import type { Run, RunEvent } from '../shapes';

const LABEL = 'What happened';

interface HappenedProps {
  log: readonly RunEvent[];
  series: Series;
  className: string | false;
}

export function Happened({ log, series, className }: HappenedProps) {
  if (log.length === 0) return null;
  return (
    <ul
      aria-label={LABEL}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys too
      tabIndex={0}
      className={classNames(
        'min-h-16 content-start space-y-1 overflow-y-auto border-t border-line pt-3 text-sm figures md:flex-1',
        className,
      )}
    >
      {log.toReversed().map((event) => (
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
