// Turning the second factor on: the password, then the app, then its first code.
import { dismissToasts } from '@/ui/toast/toast';

import { useOfferSecondFactor } from '../api';
import { ConnectApp } from './connect-app';
import { ProofDialog } from './proof-dialog';

const COPY = {
  open: 'Set Up',
  title: 'Set up the second factor',
  text: 'You need an authenticator app on your phone. The next step shows it a picture.',
  confirm: 'Continue',
  busy: 'Setting up…',
  keep: 'Cancel',
  failed: 'The second factor was not set up',
};

export function TurnOn({ onTurnedOn }: { onTurnedOn: (codes: readonly string[]) => void }) {
  const { data: offer, mutate, isPending, reset } = useOfferSecondFactor();
  if (offer === undefined) {
    return (
      <ProofDialog
        copy={COPY}
        withCode={false}
        busy={isPending}
        look="primary"
        onProof={({ currentPassword }, callbacks) => mutate({ currentPassword }, callbacks)}
      />
    );
  }
  // What a toast said of a wrong code is about the step that is left.
  const leave = () => {
    dismissToasts();
    reset();
  };
  return <ConnectApp offer={offer} onTurnedOn={onTurnedOn} onCancel={leave} />;
}
