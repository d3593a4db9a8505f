// Adding a passkey: the password, and the code where one is wanted, then the browser's own dialog.
import { errorMessage } from '@/lib/api-client';
import { wasCancelled, wasKnown } from '@/lib/passkeys/authenticator';

import { ProofDialog } from '../second-factor/proof-dialog';
import { useAddPasskey } from './api';

const COPY = {
  open: 'Add a passkey',
  title: 'Add a passkey',
  text: 'Your browser then asks where to keep it. It is named after this browser and system.',
  confirm: 'Continue',
  busy: 'Waiting for your passkey…',
  keep: 'Cancel',
  done: { title: 'Passkey added', description: 'You can sign in with it from now on.' },
  failed: 'No passkey was added',
};

const REASONS = {
  cancelled: 'It was cancelled, or took too long. Try again whenever you like.',
  known: 'This device has a passkey for your account already.',
};

function reasonOf(error: unknown): string {
  if (wasCancelled(error)) return REASONS.cancelled;
  if (wasKnown(error)) return REASONS.known;
  return errorMessage(error);
}

export function AddPasskey({ withCode }: { withCode: boolean }) {
  const { mutate, isPending } = useAddPasskey();
  return (
    <ProofDialog
      copy={COPY}
      withCode={withCode}
      busy={isPending}
      look="primary"
      button={{ className: 'mt-5' }}
      reasonOf={reasonOf}
      onProof={({ currentPassword, code }, callbacks) =>
        mutate(withCode ? { currentPassword, code } : { currentPassword }, callbacks)
      }
    />
  );
}
