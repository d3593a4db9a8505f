// The field of a new password. When it is left, it says what is wrong with what was typed.
import type { UseFormRegisterReturn } from 'react-hook-form';

import { afterPress } from '@/ui/form/after-press';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';

interface NewPasswordFieldProps {
  label: string;
  /** The form's `register` of this field. */
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** Validates this field alone. */
  check: () => void;
}

const HINT = 'At least 8 characters.';

export function NewPasswordField({ label, field, error, check }: NewPasswordFieldProps) {
  return (
    <Field label={label} hint={HINT} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          {...field}
          autoComplete="new-password"
          onBlur={(event) => {
            void field.onBlur(event);
            // A field that is left empty is judged when the form is sent.
            if (event.target.value !== '') checkUnlessSent(event.target.form, check);
          }}
        />
      )}
    </Field>
  );
}

/** A form that is sent checks all of its fields, and what the server says of one must not be taken away. */
function checkUnlessSent(form: HTMLFormElement | null, check: () => void): void {
  let sent = false;
  const note = () => {
    sent = true;
  };
  form?.addEventListener('submit', note);
  afterPress(() => {
    form?.removeEventListener('submit', note);
    if (!sent) check();
  });
}
