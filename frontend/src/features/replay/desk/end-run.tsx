// Ends the run, once the member has said so twice.
import { useState } from 'react';

import { Button } from '@/ui/button';
import { focusOnArrival } from '@/ui/focus';

const COPY = {
  end: 'End the run',
  ask: 'End the run? What is open is closed at the last price.',
  yes: 'End it now',
  no: 'Go on',
};

export function EndRun({ onEnd }: { onEnd: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button look="quiet" size="small" onClick={() => setAsked(true)}>
        {COPY.end}
      </Button>
    );
  }
  return (
    <div role="alert" className="grid gap-3 text-sm">
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
