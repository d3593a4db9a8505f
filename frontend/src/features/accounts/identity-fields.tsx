// The two names of a person: what they sign in with and where mail reaches them.
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';

interface IdentityFieldsProps {
  username: UseFormRegisterReturn;
  email: UseFormRegisterReturn;
  errors: { username?: FieldError; email?: FieldError };
}

export function IdentityFields({ username, email, errors }: IdentityFieldsProps) {
  return (
    <>
      <Field label="Username" error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...username}
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
            {...email}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
          />
        )}
      </Field>
    </>
  );
}
