// The access term with an icon.
import { CalendarClock } from 'lucide-react';

import { classNames } from '@/lib/class-names';

import { accessTerm } from './access-term';
import { useNow } from './use-now';

interface TermLineProps {
  expiresAt: string | null | undefined;
  className?: string;
}

export function TermLine({ expiresAt, className }: TermLineProps) {
  const { kind, text } = accessTerm(expiresAt, useNow());
  const urgent = kind === 'ending' || kind === 'ended';
  return (
    <p className={classNames('flex min-w-0 items-center gap-2 text-xs sm:text-sm', className)}>
      <CalendarClock
        aria-hidden
        size={18}
        className={classNames('shrink-0', urgent ? 'text-danger' : 'text-accent')}
      />
      <span className={classNames('figures', urgent && 'font-semibold')}>{text}</span>
    </p>
  );
}
