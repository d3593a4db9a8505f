// The field of the account's password as it is now.
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';

interface CurrentPasswordFieldProps {
  /** The form's `register` of this field. */
  field: UseFormRegisterReturn;
  error: string | undefined;
}

export function CurrentPasswordField({ field, error }: CurrentPasswordFieldProps) {
  return (
    <Field label="Current Password" error={error}>
      {(control) => <PasswordInput {...control} {...field} autoComplete="current-password" />}
    </Field>
  );
}
