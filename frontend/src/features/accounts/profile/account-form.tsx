// Changes user name and e-mail address. Requires the password, so that an unattended session is not enough.

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useUpdateAccount, type Account } from '../api';
import { CurrentPasswordField } from '../current-password-field';
import { fieldErrors } from '../field-errors';
import { IdentityFields } from '../identity-fields';
import { accountSchema } from '../schemas';

const COPY = {
  saved: 'Account updated',
  confirm: (email: string) => `Open the link that we mailed to ${email}: then it is your address.`,
  failed: 'Your changes were not saved',
};

/** The address that the member wants: the address that waits for its link, if any. */
function namesOf({ username, email, pendingEmail }: Account) {
  return { username, email: pendingEmail ?? email };
}

export function AccountForm({ user }: { user: Account }) {
  const update = useUpdateAccount();
  const { register, handleSubmit, formState, showFieldErrors, reset } = useForm({
    schema: accountSchema,
    defaultValues: { ...namesOf(user), currentPassword: '' },
  });
  const { errors, isDirty } = formState;

  const submit = handleSubmit((values) =>
    update.mutate(values, {
      onSuccess: (saved) => {
        const pending = saved.pendingEmail ?? null;
        toast(
          pending === null
            ? { title: COPY.saved }
            : { title: COPY.saved, description: COPY.confirm(pending) },
        );
        reset({ ...namesOf(saved), currentPassword: '' });
      },
      onError: (error) => {
        if (showFieldErrors(fieldErrors(error))) return;
        toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <IdentityFields username={register('username')} email={register('email')} errors={errors} />
      {/* Also where the form does not know of a change: a password manager may have made it. */}
      {(isDirty || errors.currentPassword) && (
        <CurrentPasswordField
          field={register('currentPassword')}
          error={errors.currentPassword?.message}
        />
      )}
      <div>
        <Button type="submit" busy={update.isPending}>
          {update.isPending ? 'Saving…' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
