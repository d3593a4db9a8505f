// Seven bars, one a day, each with its number.
import { classNames } from '@/lib/class-names';

import { dayName, sum } from './figures';
import { WeekFigure } from './week-figure';

interface DayBarsProps {
  title: string;
  days: readonly { date: string; value: number }[];
}

export function DayBars({ title, days }: DayBarsProps) {
  const values = days.map(({ value }) => value);
  const most = Math.max(1, ...values);
  return (
    <WeekFigure title={title} total={sum(values)}>
      <ol className="mt-4 grid grid-cols-7 gap-1">
        {days.map(({ date, value }) => (
          <li key={date} className="min-w-0">
            <span className="flex h-20 flex-col justify-end">
              <span className="text-center text-xs text-ink-muted figures">{value}</span>
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
    </WeekFigure>
  );
}
