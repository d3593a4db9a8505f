// Turning the second factor off, with password and code.
import { useState } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast';

import { useTurnOffSecondFactor } from '../api';
import { ProofForm } from './proof-form';

const COPY = {
  on: 'On. Signing in asks for your password and a code.',
  off: 'Turn Off',
  title: 'Turn the second factor off?',
  text: 'Signing in then asks for your password alone, and the recovery codes no longer work.',
  keep: 'Keep It On',
  done: 'The second factor is off',
  failed: 'The second factor was not turned off',
};

export function TurnOff() {
  const [asking, setAsking] = useState(false);
  const turnOff = useTurnOffSecondFactor();
  return (
    <>
      <p className="mb-5 text-sm">{COPY.on}</p>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {COPY.off}
      </Button>
      <Dialog open={asking} onOpenChange={setAsking} title={COPY.title} description={COPY.text}>
        <ProofForm
          withCode
          label={COPY.off}
          busyLabel="Turning off…"
          busy={turnOff.isPending}
          cancelLabel={COPY.keep}
          onCancel={() => setAsking(false)}
          onProof={(proof, showAtFields) =>
            turnOff.mutate(proof, {
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
