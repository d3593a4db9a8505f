// A new address for the calendar, or none any more: asked once more, in the place of both buttons.
import { useState } from 'react';

import { Button } from '@/ui/button';
import { focusOnArrival, useAfterClose } from '@/ui/focus';

const COPY = {
  renew: {
    action: 'New address',
    text: 'The address that you have now will stop working.',
    keep: 'Keep the address',
  },
  end: {
    action: 'Turn off',
    text: 'Your calendar will no longer show your sessions.',
    keep: 'Keep it on',
  },
};

type Act = keyof typeof COPY;

interface CalendarActionsProps {
  busy: boolean;
  /** Calls `done` once it is done. */
  onAct: (act: Act, done: () => void) => void;
  /** Where the focus goes when the question is gone. */
  onClosed: () => void;
}

export function CalendarActions({ busy, onAct, onClosed }: CalendarActionsProps) {
  const [asked, setAsked] = useState<Act>();
  useAfterClose(asked !== undefined, onClosed);
  if (asked === undefined) {
    return (
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={() => setAsked('renew')}>
          {COPY.renew.action}
        </Button>
        <Button look="secondary" size="small" onClick={() => setAsked('end')}>
          {COPY.end.action}
        </Button>
      </div>
    );
  }
  const { action, text, keep } = COPY[asked];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from its buttons
    <div
      role="group"
      aria-label={action}
      className="mt-4"
      onKeyDown={({ key }) => key === 'Escape' && !busy && setAsked(undefined)}
    >
      <p ref={focusOnArrival} tabIndex={-1} className="text-sm outline-none">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          look="danger"
          size="small"
          busy={busy}
          onClick={() => onAct(asked, () => setAsked(undefined))}
        >
          {action}
        </Button>
        <Button look="quiet" size="small" onClick={() => setAsked(undefined)}>
          {keep}
        </Button>
      </div>
    </div>
  );
}
