// The fields for user name and e-mail address.
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

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
