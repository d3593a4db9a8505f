// Sets a new password with the token of a reset mail.

import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useResetPassword } from '../api';
import { fieldErrors } from '../field-errors';
import { NewPasswordField } from '../new-password-field';
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
  const { register, handleSubmit, formState, showFieldErrors, trigger } = useForm({
    schema: resetPasswordSchema,
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
        onError: (error) => {
          if (!showFieldErrors(fieldErrors(error))) toast(COPY.failed);
        },
      },
    );
  });

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <NewPasswordField
        label="New Password"
        field={register('newPassword')}
        error={errors.newPassword?.message}
        check={() => void trigger('newPassword')}
      />
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
