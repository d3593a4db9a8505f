// How many exercises are due, and the way to them. Renders nothing when no exercise is due.
import { useEffect } from 'react';

import { LinkButton } from '@/ui/link-button';

import type { Review } from '../api';
import { loadChart } from '../exercise/load-chart';

const COPY = {
  due: (count: number) => (count === 1 ? '1 exercise is due' : `${count} exercises are due`),
  text: 'A few minutes now keep what you have learnt.',
  action: 'Review now',
};

interface DueNoticeProps {
  due: readonly Review[];
  address: string;
}

export function DueNotice({ due, address }: DueNoticeProps) {
  const withChart = due.some(({ exercise }) => exercise.chart);
  useEffect(() => {
    // So that the review works when the connection is lost on the way.
    if (withChart) void loadChart().catch(() => undefined);
  }, [withChart]);
  if (due.length === 0) return null;
  return (
    <section
      aria-labelledby="due"
      className="flex flex-wrap items-center justify-between gap-4 rounded-box border border-accent bg-accent-soft px-5 py-4"
    >
      <div>
        <h2 id="due" className="text-lg figures">
          {COPY.due(due.length)}
        </h2>
        <p className="text-sm">{COPY.text}</p>
      </div>
      <LinkButton to={address} size="small">
        {COPY.action}
      </LinkButton>
    </section>
  );
}
