// What the forms of a session are in: its fields, what will happen, why it was not done, and both buttons.
import { useEffect, useId, useRef, type FormEvent } from 'react';

import { Button } from '@/ui/button';
import type { Elements } from '@/ui/elements';

const COPY = { busy: 'One moment…', close: 'Close' };

interface FormFrameProps {
  label: string;
  /** What will happen. */
  before: string;
  error: string | undefined;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: Elements;
}

export function FormFrame(props: FormFrameProps) {
  const { label, before, error, busy, onSubmit, onClose, children } = props;
  const beforeId = useId();
  const element = useRef<HTMLFormElement>(null);
  useEffect(
    () => element.current?.querySelector<HTMLElement>('select, input, textarea')?.focus(),
    [],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from its fields and buttons
    <form
      ref={element}
      noValidate
      aria-label={label}
      aria-describedby={beforeId}
      className="mt-4 grid max-w-prose animate-rise gap-4 rounded-box border border-line-strong bg-surface-raised p-4 sm:p-5"
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || busy) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
      <p id={beforeId} className="text-sm figures">
        {before}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={busy}>
          {busy ? COPY.busy : label}
        </Button>
        <Button look="quiet" size="small" aria-disabled={busy} onClick={onClose}>
          {COPY.close}
        </Button>
      </div>
    </form>
  );
}
