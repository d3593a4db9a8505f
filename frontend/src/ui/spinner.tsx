// A loading indicator, visible and announced.
import { classNames } from '@/lib/class-names';

interface SpinnerProps {
  label?: string;
  /** Shows the label beside the indicator; otherwise it is only announced. */
  showLabel?: boolean;
  className?: string;
}

export function Spinner({ label = 'Loading…', showLabel = false, className }: SpinnerProps) {
  return (
    <div
      role="status"
      className={classNames('flex items-center justify-center gap-3 text-ink-muted', className)}
    >
      <span
        aria-hidden
        className="size-6 shrink-0 animate-spin rounded-full border-2 border-line border-t-accent"
      />
      <span className={showLabel ? '' : 'sr-only'}>{label}</span>
    </div>
  );
}
