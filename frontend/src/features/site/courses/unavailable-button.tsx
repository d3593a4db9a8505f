// A button whose action does not exist yet: focusable, marked as disabled, with a sentence that says what to do
// instead.
import { useId } from 'react';

interface UnavailableButtonProps {
  children: string;
  instead: string;
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
        className="min-h-12 cursor-not-allowed rounded-box border border-dashed border-line-strong px-5 py-2 font-semibold text-ink-muted"
      >
        {children}
      </button>
      <p id={id} className="mt-1 text-xs text-ink-muted">
        {instead}
      </p>
    </div>
  );
}
