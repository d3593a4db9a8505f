// Adding a passkey: the password, and the code where one is wanted, then the browser's own dialog.
import { useState } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast';

import { ProofForm } from '../second-factor/proof-form';
import { useAddPasskey } from './api';
import { wasCancelled, wasKnown } from './authenticator';

const COPY = {
  add: 'Add a passkey',
  text: 'Your browser then asks where to keep it. It is named after this browser and system.',
  confirm: 'Continue',
  cancel: 'Cancel',
  done: 'Passkey added',
  doneText: 'You can sign in with it from now on.',
  failed: 'No passkey was added',
  cancelled: 'It was cancelled, or took too long. Try again whenever you like.',
  known: 'This device has a passkey for your account already.',
};

function reasonOf(error: unknown): string {
  if (wasCancelled(error)) return COPY.cancelled;
  if (wasKnown(error)) return COPY.known;
  return errorMessage(error);
}

export function AddPasskey({ withCode }: { withCode: boolean }) {
  const [asking, setAsking] = useState(false);
  const adding = useAddPasskey();
  return (
    <>
      <Button look="secondary" className="mt-5" onClick={() => setAsking(true)}>
        {COPY.add}
      </Button>
      <Dialog open={asking} onOpenChange={setAsking} title={COPY.add} description={COPY.text}>
        <ProofForm
          withCode={withCode}
          look="primary"
          label={COPY.confirm}
          busyLabel="Waiting for your passkey…"
          busy={adding.isPending}
          cancelLabel={COPY.cancel}
          onCancel={() => setAsking(false)}
          onProof={({ currentPassword, code }, showAtFields) =>
            adding.mutate(withCode ? { currentPassword, code } : { currentPassword }, {
              onSuccess: () => {
                setAsking(false);
                toast({ title: COPY.done, description: COPY.doneText });
              },
              onError: (error) => {
                if (showAtFields(error)) return;
                toast({ title: COPY.failed, description: reasonOf(error), destructive: true });
              },
            })
          }
        />
      </Dialog>
    </>
  );
}
