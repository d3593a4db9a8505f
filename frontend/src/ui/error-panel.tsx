// A failed request: what could not be loaded, and a retry button.
import { useEffect, useRef } from 'react';

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

/** Whose button was pressed last. A query without data has no error while it is fetched again: its panel goes, and comes back. */
let retried: string | undefined;

const main = () => document.querySelector('main');

/** Nothing of the page has the focus. */
const isUnheld = () =>
  document.activeElement === document.body || document.activeElement === main();

export function ErrorPanel({
  title,
  detail,
  onRetry,
  retryLabel = 'Try again',
  busy = false,
  className,
}: ErrorPanelProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (retried === title) {
      retried = undefined;
      if (isUnheld()) button.current?.focus();
    }
    return () => {
      // What was loaded takes the button's place.
      if (retried === title && isUnheld()) main()?.focus({ preventScroll: true });
    };
  }, [title]);
  const retry = () => {
    retried = title;
    onRetry();
  };
  return (
    <div
      role="alert"
      className={classNames('rounded-box border border-danger bg-danger-soft p-5', className)}
    >
      <p className="font-semibold">{title}</p>
      {detail !== undefined && <p className="mt-1 text-sm text-ink-muted">{detail}</p>}
      <Button
        ref={button}
        look="secondary"
        size="small"
        className="mt-4"
        onClick={retry}
        busy={busy}
      >
        {retryLabel}
      </Button>
    </div>
  );
}
