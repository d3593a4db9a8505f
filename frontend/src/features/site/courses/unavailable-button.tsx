// A button without an action (specification, section 2): focusable, quiet, marked as disabled, with a sentence that says what to do instead.
import { useId } from 'react';

import type { Elements } from '@/ui/elements';

interface UnavailableButtonProps {
  children: string;
  instead: Elements;
  className?: string;
}

export function UnavailableButton({ children, instead, className }: UnavailableButtonProps) {
  const id = useId();
  return (
    <div className={className}>
      <button
        type="button"
        aria-disabled
        aria-describedby={id}
        className="min-h-12 cursor-default rounded-box border border-line px-5 py-2 font-semibold text-ink-muted"
      >
        {children}
      </button>
      <p id={id} className="mt-1 text-xs text-ink-muted">
        {instead}
      </p>
    </div>
  );
}
