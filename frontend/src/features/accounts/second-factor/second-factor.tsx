// The second factor on the account page: off, being set up, its recovery codes this once, or on.
import { useState } from 'react';

import { RecoveryCodes } from './recovery-codes';
import { TurnOff } from './turn-off';
import { TurnOn } from './turn-on';

export function SecondFactor({ on }: { on: boolean }) {
  // Not in the query cache: the codes are secrets that are shown once, and nothing of them stays when this is left.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />;
  return on ? <TurnOff /> : <TurnOn onTurnedOn={setCodes} />;
}
