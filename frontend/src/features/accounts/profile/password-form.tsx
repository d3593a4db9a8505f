// Changing the password, which signs out every other device.

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useChangePassword } from '../api';
import { CurrentPasswordField } from '../current-password-field';
import { fieldErrors } from '../field-errors';
import { NewPasswordField } from '../new-password-field';
import { passwordSchema } from '../schemas';

const COPY = {
  saved: { title: 'Password changed', description: 'Every other device has been signed out.' },
  failed: 'Your password was not changed',
};

export function PasswordForm() {
  const change = useChangePassword();
  const { register, handleSubmit, formState, showFieldErrors, reset, trigger } = useForm({
    schema: passwordSchema,
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        toast(COPY.saved);
        reset();
      },
      onError: (error) => {
        if (showFieldErrors(fieldErrors(error))) return;
        toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <CurrentPasswordField
        field={register('currentPassword')}
        error={errors.currentPassword?.message}
      />
      <NewPasswordField
        label="New Password"
        field={register('newPassword')}
        error={errors.newPassword?.message}
        check={() => void trigger('newPassword')}
      />
      <div>
        <Button type="submit" busy={change.isPending}>
          {change.isPending ? 'Changing…' : 'Change Password'}
        </Button>
      </div>
    </form>
  );
}
