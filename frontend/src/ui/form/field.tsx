// Label, control, hint and error of one form field, connected for assistive technology. The control gets its ids
// through a function, so any control can be used.
import { useId, type ReactNode } from 'react';

import type { Elements } from '../elements';
import { FieldError } from './field-error';

export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  /** Beside the label: "Optional", a link. */
  aside?: Elements;
  children: (control: ControlProps) => Elements;
}

export function Field({ label, hint, error, className, aside, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const hasHint = hint !== undefined;
  const described = [error === undefined ? null : errorId, hasHint ? hintId : null]
    .filter((part) => part !== null)
    .join(' ');

  return (
    <div className={className}>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hasHint && (
        <p id={hintId} className="mt-1 text-xs text-ink-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}
