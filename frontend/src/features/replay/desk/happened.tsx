// What has happened in the run, the latest first: when, what, which side, how many, at what price, for how much. And the same with each bar
// for a screen reader.
import { useEffect, useRef } from 'react';

import { classNames } from '@/lib/class-names';
import { formatPrice, toUnits } from '@/ui/chart/scale/prices';
import type { Series } from '@/ui/chart/scale/series';

import { signedSum, type Market } from '../market';
import type { LogEntry } from '../run/fills';
import { spokenAnswer } from '../run/spoken';
import type { Run } from '../shapes';

const LABEL = 'What happened';
const WHAT: Record<LogEntry['kind'], string> = {
  filled: 'Entry filled',
  stop: 'Stopped out',
  target: 'Target reached',
  closed: 'Closed',
  end: 'Closed at the end of trading',
  rule: 'Closed by a rule',
  paused: 'Trading is paused until the next day',
  cancelled: 'The waiting entry was cancelled',
  broken: 'A rule was broken',
};

interface HappenedProps {
  market: Market;
  log: readonly LogEntry[];
  /** The time of the bar in which it happened; empty while it is unknown. */
  timeOf: (at: number) => string;
  className: string | false;
}

export function Happened({ market, log, timeOf, className }: HappenedProps) {
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
      {log.map((entry, place) => (
        <li key={log.length - place} className="text-ink-muted first:text-ink">
          <span>{`${timeOf(entry.at)} ${entryText(market, entry)}`.trim()}</span>
          {'result' in entry && entry.result !== undefined && (
            <span className="whitespace-nowrap">{` ${signedSum(market, entry.result)}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** "Stopped out: long 2 at 5,434.75," before what it made. */
function entryText(market: Market, entry: LogEntry): string {
  const what = WHAT[entry.kind];
  if (!('price' in entry)) return `${what}.`;
  const { side, size, price, result } = entry;
  const at = formatPrice(toUnits(price, market.grid.decimals), market.grid);
  return `${what}: ${side} ${size} at ${at}${result === undefined ? '' : ','}`;
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
