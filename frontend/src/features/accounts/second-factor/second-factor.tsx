// The second factor on the account page: off, being set up, its recovery codes this once, or on.
import { useId, useState } from 'react';

import { RecoveryCodes } from './recovery-codes';
import { TurnOff } from './turn-off';
import { TurnOn } from './turn-on';

const COPY = {
  title: 'Second factor',
  text: 'A code from an app on your phone, beside the password: a stolen password alone opens nothing.',
};

export function SecondFactor({ on }: { on: boolean }) {
  const titleId = useId();
  // Not in the query cache: the codes are secrets that are shown once, and nothing of them stays when this is left.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <section aria-labelledby={titleId} className="mt-10">
      <h3 id={titleId} className="text-lg">
        {COPY.title}
      </h3>
      <p className="mt-2 mb-5 text-sm text-ink-muted">{COPY.text}</p>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
      ) : on ? (
        <TurnOff />
      ) : (
        <TurnOn onTurnedOn={setCodes} />
      )}
    </section>
  );
}
