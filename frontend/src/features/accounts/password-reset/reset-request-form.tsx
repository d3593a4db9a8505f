// Requests a mail with a reset link. The answer does not reveal whether the address is known.

import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useRequestReset } from '../api';
import { resetRequestSchema } from '../schemas';

const COPY = {
  sent: {
    title: 'Check your email',
    description:
      'If an account exists with this email, you will receive password reset instructions.',
  },
  failed: { title: 'Failed to send reset email. Please try again later.', destructive: true },
};

export function ResetRequestForm({ onSent }: { onSent: () => void }) {
  const request = useRequestReset();
  const { register, handleSubmit, formState } = useForm({
    schema: resetRequestSchema,
    defaultValues: { email: '' },
  });

  const submit = handleSubmit((values) =>
    request.mutate(values, {
      onSuccess: () => {
        toast(COPY.sent);
        onSent();
      },
      onError: () => toast(COPY.failed),
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field label="Email" error={formState.errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
          />
        )}
      </Field>
      <Button type="submit" busy={request.isPending}>
        {request.isPending ? 'Sending…' : 'Send Reset Instructions'}
      </Button>
    </form>
  );
}
