// The fields of a permanent step: the password and, if the second factor is on, a code.
import { useState } from 'react';

import { Button } from '@/ui/button';
import type { ButtonLook } from '@/ui/button-style';
import { useForm } from '@/ui/form/use-form';

import { CurrentPasswordField } from '../current-password-field';
import { fieldErrors } from '../field-errors';
import { proofSchema } from '../schemas';
import { CodeField, type CodeKind } from './code-field';

export interface Proof {
  currentPassword: string;
  code: string;
}

interface ProofFormProps {
  withCode: boolean;
  /** Of the button that goes on. */
  look?: ButtonLook;
  label: string;
  busyLabel: string;
  busy: boolean;
  cancelLabel: string;
  onCancel: () => void;
  /** Calls back with an error that concerns the fields, which returns whether it was shown there. */
  onProof: (proof: Proof, showAtFields: (error: unknown) => boolean) => void;
}

export function ProofForm({ withCode, look = 'danger', onProof, ...copy }: ProofFormProps) {
  const [kind, setKind] = useState<CodeKind>('app');
  const { register, handleSubmit, formState, showFieldErrors, resetField } = useForm({
    schema: proofSchema(withCode),
    defaultValues: { currentPassword: '', code: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((proof) =>
    onProof(proof, (error) => showFieldErrors(fieldErrors(error))),
  );
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <CurrentPasswordField
        field={register('currentPassword')}
        error={errors.currentPassword?.message}
      />
      {withCode && (
        <CodeField
          input={register('code')}
          error={errors.code?.message}
          kind={kind}
          onKind={(next) => {
            resetField('code');
            setKind(next);
          }}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look={look} busy={copy.busy}>
          {copy.busy ? copy.busyLabel : copy.label}
        </Button>
        <Button look="quiet" onClick={copy.onCancel}>
          {copy.cancelLabel}
        </Button>
      </div>
    </form>
  );
}
