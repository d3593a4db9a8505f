// A progress bar. The maximum defaults to 100 (specification, section 9).
import { classNames } from '@/lib/class-names';

interface ProgressProps {
  value: number;
  max?: number;
  label: string;
  /** Announced instead of a percentage: "3 of 12 lessons completed". */
  valueText?: string;
  className?: string;
}

export function Progress({ value, max = 100, label, valueText, className }: ProgressProps) {
  const limit = max > 0 ? max : 100;
  const now = Math.min(Math.max(value, 0), limit);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={now}
      aria-valuetext={valueText}
      className={classNames('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div className="h-full bg-accent" style={{ width: `${(now / limit) * 100}%` }} />
    </div>
  );
}
