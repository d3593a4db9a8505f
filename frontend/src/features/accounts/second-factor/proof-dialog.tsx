// A button for a step that wants a proof of who acts, and the dialog that asks for it: the password, and a code where one is
// wanted. A wrong proof is said at its field, every other failure above the fields.
import { Suspense, type ComponentProps } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import type { ButtonLook } from '@/ui/button-style';
import { useAsking } from '@/ui/dialog/use-asking';
import { lazyPart } from '@/ui/lazy-part';
import { toast } from '@/ui/toast/toast';

import type { Proof } from './proof-form';

const ProofPanel = lazyPart(async () => (await import('./proof-panel')).ProofPanel);

interface ProofCallbacks {
  onSuccess: () => void;
  onError: (error: unknown) => void;
}

interface ProofDialogProps {
  copy: {
    open: string;
    title: string;
    text: string;
    confirm: string;
    busy: string;
    keep: string;
    /** Without it the page shows what is next. */
    done?: { title: string; description?: string };
    failed: string;
  };
  withCode: boolean;
  busy: boolean;
  onProof: (proof: Proof, callbacks: ProofCallbacks) => void;
  /** Of the button that goes on. */
  look?: ButtonLook;
  /** Of the button that opens the dialog. */
  button?: Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'className' | 'aria-describedby'>;
  reasonOf?: (error: unknown) => string;
}

export function ProofDialog(props: ProofDialogProps) {
  const { copy, withCode, busy, onProof, look, button, reasonOf = errorMessage } = props;
  const { asking, failure, open, close, begin, fail } = useAsking();
  return (
    <>
      <Button look="secondary" {...button} onClick={open}>
        {copy.open}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <ProofPanel
            title={copy.title}
            text={copy.text}
            withCode={withCode}
            look={look}
            label={copy.confirm}
            busyLabel={copy.busy}
            busy={busy}
            cancelLabel={copy.keep}
            failure={failure}
            onCancel={close}
            onProof={(proof, showAtFields) => {
              begin();
              onProof(proof, {
                onSuccess: () => {
                  close();
                  if (copy.done) toast(copy.done);
                },
                onError: (error) => {
                  if (showAtFields(error)) return;
                  fail({ title: copy.failed, description: reasonOf(error) });
                },
              });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
