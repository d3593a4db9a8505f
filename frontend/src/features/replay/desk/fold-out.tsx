// What is looked up now and then: folded away, and shown over the room. Escape folds it.
import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

interface FoldOutProps {
  label: string;
  className?: string;
  /** Where it opens: at which edges of its label. */
  place: string;
  children: ReactNode;
}

export function FoldOut({ label, className, place, children }: FoldOutProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from what is in it
    <details
      className={classNames('group relative text-sm', className)}
      onKeyDown={(event) => {
        const { currentTarget } = event;
        if (event.key !== 'Escape' || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
        event.stopPropagation();
      }}
    >
      <summary className="flex min-h-10 items-center whitespace-nowrap text-ink-muted group-open:text-ink hover:text-ink">
        {label}
      </summary>
      <div
        className={classNames(
          'absolute z-40 max-h-[70dvh] overflow-y-auto rounded-box border border-line bg-surface-raised p-4 text-ink shadow-raised',
          place,
        )}
      >
        {children}
      </div>
    </details>
  );
}
