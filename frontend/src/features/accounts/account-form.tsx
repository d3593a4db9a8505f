// Changing name and e-mail address. Asks for the password, so that an open screen is not enough.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { PasswordInput } from '@/ui/password-input';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';

import { useUpdateAccount, type User } from './api';
import { fieldErrors } from './field-errors';
import { accountSchema } from './schemas';

const COPY = { saved: 'Account updated', failed: 'Your changes were not saved' };
const FIELDS = ['username', 'email', 'currentPassword'] as const;

export function AccountForm({ user }: { user: User }) {
  const update = useUpdateAccount();
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(accountSchema),
    defaultValues: { username: user.username, email: user.email, currentPassword: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    update.mutate(values, {
      onSuccess: ({ username, email }) => {
        toast({ title: COPY.saved });
        reset({ username, email, currentPassword: '' });
      },
      onError: (error) => {
        const found = fieldErrors(error, FIELDS);
        for (const [index, { name, message }] of found.entries()) {
          setError(name, { message }, { shouldFocus: index === 0 });
        }
        if (found.length === 0) {
          toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
        }
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field label="Username" error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Email" error={errors.email?.message}>
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
      <Field label="Current Password" error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('currentPassword')}
            autoComplete="current-password"
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={update.isPending}>
          {update.isPending ? 'Saving…' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
