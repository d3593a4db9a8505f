// A failed request: what could not be loaded, and a retry button.
import { classNames } from '@/lib/class-names';

import { Button } from './button';

interface ErrorPanelProps {
  title: string;
  detail?: string;
  onRetry: () => void;
  retryLabel?: string;
  busy?: boolean;
  className?: string;
}

export function ErrorPanel({
  title,
  detail,
  onRetry,
  retryLabel = 'Try again',
  busy = false,
  className,
}: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className={classNames('rounded-box border border-danger bg-danger-soft p-5', className)}
    >
      <p className="font-semibold">{title}</p>
      {detail !== undefined && <p className="mt-1 text-sm text-ink-muted">{detail}</p>}
      <Button look="secondary" size="small" className="mt-4" onClick={onRetry} busy={busy}>
        {retryLabel}
      </Button>
    </div>
  );
}
