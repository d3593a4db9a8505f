// What each course brought in during the week.
import { money } from '@/lib/format/money';
import { site } from '@/settings/own-site';

import type { Week } from '../api';
import { sum } from './figures';
import { WeekFigure } from './week-figure';

const COPY = {
  title: 'Income by course',
  note: 'Refunds are taken off.',
  empty: 'Nothing was paid this week.',
};

export function Income({ income }: { income: Week['income'] }) {
  const most = Math.max(1, ...income.map(({ cents }) => cents));
  const total = sum(income.map(({ cents }) => cents));
  return (
    <WeekFigure
      title={COPY.title}
      total={<span translate="no">{money(total, site.currency)}</span>}
    >
      {income.length === 0 ? (
        <p className="mt-4 text-sm text-ink-muted">{COPY.empty}</p>
      ) : (
        <ul className="mt-4 grid gap-3">
          {income.map(({ courseId, title, cents }) => (
            <li key={courseId}>
              <p className="flex items-baseline justify-between gap-4 text-sm">
                <span className="min-w-0 break-words">{title}</span>
                <span translate="no" className="figures">
                  {money(cents, site.currency)}
                </span>
              </p>
              <span aria-hidden className="mt-1 block h-1.5 bg-line">
                <span
                  className="block h-full bg-accent"
                  style={{ width: `${(Math.max(0, cents) / most) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {income.length > 0 && <p className="mt-4 text-xs text-ink-muted">{COPY.note}</p>}
    </WeekFigure>
  );
}
