// Deleting the account: asked once more, with the password, and the code where one is wanted.
import { useState } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast';

import { useDeleteAccount } from '../api';
import { ProofForm } from '../second-factor/proof-form';

const COPY = {
  open: 'Delete Account',
  title: 'Delete your account?',
  text: 'Your courses, progress, answers and devices are gone for ever, and so is the link to Discord. Used keys stay used.',
  confirm: 'Delete For Ever',
  keep: 'Keep My Account',
  done: 'Your account was deleted',
  failed: 'Your account was not deleted',
};

export function DeleteAccount({ withCode }: { withCode: boolean }) {
  const [asking, setAsking] = useState(false);
  const deletion = useDeleteAccount();
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {COPY.open}
      </Button>
      <Dialog open={asking} onOpenChange={setAsking} title={COPY.title} description={COPY.text}>
        <ProofForm
          withCode={withCode}
          label={COPY.confirm}
          busyLabel="Deleting…"
          busy={deletion.isPending}
          cancelLabel={COPY.keep}
          onCancel={() => setAsking(false)}
          onProof={({ currentPassword, code }, showAtFields) =>
            deletion.mutate(withCode ? { currentPassword, code } : { currentPassword }, {
              onSuccess: () => toast({ title: COPY.done }),
              onError: (error) => {
                if (showAtFields(error)) return;
                toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
              },
            })
          }
        />
      </Dialog>
    </>
  );
}
