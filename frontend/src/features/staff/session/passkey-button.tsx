// A button that asks for a passkey, and what became of it.
import { supportsPasskeys } from '@/lib/passkeys/authenticator';
import { Button } from '@/ui/button';

import { failureOf } from '../failure';

const COPY = {
  waiting: 'Waiting for your passkey…',
  unsupported:
    'This browser cannot use passkeys at this address. Open the site by its name, over https, in a current browser.',
};

interface PasskeyButtonProps {
  label: string;
  busy: boolean;
  error: unknown;
  onClick: () => void;
}

export function PasskeyButton({ label, busy, error, onClick }: PasskeyButtonProps) {
  if (!supportsPasskeys()) return <p className="text-sm text-danger">{COPY.unsupported}</p>;
  return (
    <>
      <Button className="w-full sm:w-auto" busy={busy} onClick={onClick}>
        {busy ? COPY.waiting : label}
      </Button>
      <p role="alert" className="mt-3 text-sm text-danger">
        {error === null ? '' : failureOf(error)}
      </p>
    </>
  );
}
