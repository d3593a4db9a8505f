// The step before registering: checks that a key is valid and unused.

import { ApiError } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useVerifyKey } from './api';
import { KeyInput } from './key-input';
import { keySchema } from './schemas';

const COPY = {
  verified: { title: 'Purchase key verified', description: 'Please complete your registration' },
  invalid: {
    title: 'Invalid purchase key',
    description: 'Please check your purchase key and try again',
    destructive: true,
  },
  unreachable: { title: 'Failed to verify purchase key', destructive: true },
};

export interface VerifiedKey {
  purchaseKey: string;
  courseTitle: string;
}

interface KeyFormProps {
  initialKey: string;
  onVerified: (key: VerifiedKey) => void;
}

export function KeyForm({ initialKey, onVerified }: KeyFormProps) {
  const verify = useVerifyKey();
  const { register, handleSubmit, formState } = useForm({
    schema: keySchema,
    defaultValues: { purchaseKey: initialKey },
  });

  const submit = handleSubmit(({ purchaseKey }) =>
    verify.mutate(purchaseKey, {
      onSuccess: ({ course }) => {
        toast(COPY.verified);
        onVerified({ purchaseKey, courseTitle: course.title });
      },
      onError: (error) => {
        const refused = error instanceof ApiError && error.status < 500;
        toast(refused ? COPY.invalid : COPY.unreachable);
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field
        label="Purchase Key"
        hint="From your confirmation e-mail. Capitals, spaces and dashes do not matter."
        error={formState.errors.purchaseKey?.message}
      >
        {(control) => <KeyInput {...control} {...register('purchaseKey')} />}
      </Field>
      <Button type="submit" busy={verify.isPending}>
        {verify.isPending ? 'Verifying…' : 'Verify Key'}
      </Button>
    </form>
  );
}
