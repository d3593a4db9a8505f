// A number of the week with its name, and what it is made of below.
import type { ReactNode } from 'react';

import type { Elements } from '@/ui/elements';

interface WeekFigureProps {
  title: string;
  total: ReactNode;
  children?: Elements;
}

export function WeekFigure({ title, total, children }: WeekFigureProps) {
  return (
    <figure
      aria-label={title}
      className="min-w-0 rounded-box border border-line bg-surface-raised p-4"
    >
      <figcaption className="flex items-baseline justify-between gap-3">
        <span className="text-sm text-ink-muted">{title}</span>
        <span className="display text-xl figures">{total}</span>
      </figcaption>
      {children}
    </figure>
  );
}
