// Ends the run, once the member has said so twice.
import { useRef, useState } from 'react';

import { Button } from '@/ui/button';
import { focusOnArrival, useAfterClose } from '@/ui/focus';

const COPY = {
  end: 'End the run',
  ask: 'End the run? What is open is closed at the last price.',
  yes: 'End it now',
  no: 'Go on',
};

export function EndRun({ onEnd }: { onEnd: () => void }) {
  const [asked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useAfterClose(asked, () => opener.current?.focus());
  if (!asked) {
    return (
      <Button
        ref={opener}
        look="quiet"
        size="small"
        className="-ml-4"
        onClick={() => setAsked(true)}
      >
        {COPY.end}
      </Button>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from its buttons
    <div
      role="alert"
      className="grid gap-3 text-sm"
      onKeyDown={({ key }) => key === 'Escape' && setAsked(false)}
    >
      <p>{COPY.ask}</p>
      <div className="flex gap-2">
        <Button ref={focusOnArrival} look="danger" size="small" onClick={onEnd}>
          {COPY.yes}
        </Button>
        <Button look="quiet" size="small" onClick={() => setAsked(false)}>
          {COPY.no}
        </Button>
      </div>
    </div>
  );
}
