// Says that something is being fetched, to eyes and to screen readers.
import { classNames } from '@/lib/class-names';

interface SpinnerProps {
  label?: string;
  /** Shows the label beside the drawing; otherwise it is only heard. */
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
