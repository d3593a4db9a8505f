// Removing a passkey, with the password.
import { useState } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast';

import { ProofForm } from '../second-factor/proof-form';
import { useRemovePasskey, type Passkey } from './api';

const COPY = {
  remove: 'Remove',
  title: (name: string) => `Remove the passkey “${name}”?`,
  text: 'It no longer signs you in. Your device keeps its part until you delete it there.',
  keep: 'Keep It',
  done: 'Passkey removed',
  failed: 'The passkey was not removed',
};

interface RemovePasskeyProps {
  passkey: Passkey;
  /** The element that names the passkey. */
  nameId: string;
}

export function RemovePasskey({ passkey, nameId }: RemovePasskeyProps) {
  const [asking, setAsking] = useState(false);
  const removing = useRemovePasskey();
  return (
    <>
      <Button
        look="secondary"
        size="small"
        className="shrink-0"
        aria-describedby={nameId}
        onClick={() => setAsking(true)}
      >
        {COPY.remove}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={COPY.title(passkey.name)}
        description={COPY.text}
      >
        <ProofForm
          withCode={false}
          label={COPY.remove}
          busyLabel="Removing…"
          busy={removing.isPending}
          cancelLabel={COPY.keep}
          onCancel={() => setAsking(false)}
          onProof={({ currentPassword }, showAtFields) =>
            removing.mutate(
              { id: passkey.id, currentPassword },
              {
                onSuccess: () => {
                  setAsking(false);
                  toast({ title: COPY.done });
                },
                onError: (error) => {
                  if (showAtFields(error)) return;
                  toast({
                    title: COPY.failed,
                    description: errorMessage(error),
                    destructive: true,
                  });
                },
              },
            )
          }
        />
      </Dialog>
    </>
  );
}
