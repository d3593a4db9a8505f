// Sets a new password with the token of a reset mail.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';

import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { toast } from '@/ui/toast/toast';

import { useResetPassword } from '../api';
import { resetPasswordSchema } from '../schemas';

const COPY = {
  noToken: { title: 'Error', description: 'Invalid reset token', destructive: true },
  failed: {
    title: 'Error',
    description: 'Failed to reset password. The link may have expired.',
    destructive: true,
  },
  done: { title: 'Success', description: 'Your password has been reset successfully' },
};

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
}

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const reset = useResetPassword();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetPasswordSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit(({ newPassword }) => {
    if (token.trim() === '') {
      toast(COPY.noToken);
      return;
    }
    reset.mutate(
      { token, newPassword },
      {
        onSuccess: () => {
          toast(COPY.done);
          onDone();
        },
        onError: () => toast(COPY.failed),
      },
    );
  });

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field label="New Password" hint="At least 8 characters." error={errors.newPassword?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm Password" error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('confirmPassword')}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Button type="submit" busy={reset.isPending}>
        {reset.isPending ? 'Resetting…' : 'Reset Password'}
      </Button>
    </form>
  );
}
