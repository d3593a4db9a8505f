// Seven bars, one a day, each with its number.
import { classNames } from '@/lib/class-names';

import { dayName } from './figures';

interface DayBarsProps {
  title: string;
  /** Of the whole week. */
  total: string;
  days: readonly { date: string; value: number; text: string }[];
}

export function DayBars({ title, total, days }: DayBarsProps) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  return (
    <figure
      aria-label={title}
      className="min-w-0 rounded-box border border-line bg-surface-raised p-4"
    >
      <figcaption className="flex items-baseline justify-between gap-3">
        <span className="text-sm text-ink-muted">{title}</span>
        <span className="display text-xl figures">{total}</span>
      </figcaption>
      <ol className="mt-4 grid grid-cols-7 gap-1">
        {days.map(({ date, value, text }) => (
          <li key={date} className="min-w-0">
            <span className="flex h-20 flex-col justify-end">
              <span className="text-center text-xs text-ink-muted figures">{text}</span>
              <span
                aria-hidden
                className={classNames(
                  'block min-h-px',
                  value === 0 ? 'bg-line-strong' : 'bg-accent',
                )}
                style={{ height: `${(value / most) * 75}%` }}
              />
            </span>
            <span className="mt-1 block text-center text-xs text-ink-muted">
              <span aria-hidden>{dayName(date).charAt(0)}</span>
              <span className="sr-only">{dayName(date)}</span>
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
