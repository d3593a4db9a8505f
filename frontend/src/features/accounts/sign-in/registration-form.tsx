// Registers a new account with a purchase key.

import { ApiError, errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { NoCookies, useRegister } from '../api';
import { fieldErrors } from '../field-errors';
import { IdentityFields } from '../identity-fields';
import { NewPasswordField } from '../new-password-field';
import { registrationSchema } from '../schemas';

const COPY = { failed: 'Registration failed' };

type FieldName = 'username' | 'email' | 'password' | 'purchaseCode';

/** The field of an error code, which gets the focus. */
const FIELD_OF_CODE: Readonly<Record<string, FieldName>> = {
  username_taken: 'username',
  email_taken: 'email',
  purchase_key_invalid: 'purchaseCode',
};

interface RegistrationFormProps {
  purchaseCode: string;
  /** The account exists. */
  onNoCookies: () => void;
}

export function RegistrationForm({ purchaseCode, onNoCookies }: RegistrationFormProps) {
  const registration = useRegister();
  const { register, handleSubmit, formState, showFieldErrors, setFocus, trigger } = useForm({
    schema: registrationSchema,
    defaultValues: { username: '', email: '', password: '', purchaseCode },
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    registration.mutate(values, {
      onError: (error) => {
        if (error instanceof NoCookies) return onNoCookies();
        toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
        const field = error instanceof ApiError ? FIELD_OF_CODE[error.code] : undefined;
        if (field !== undefined) setFocus(field);
        // A field that only the server could refuse, such as a common password.
        else showFieldErrors(fieldErrors(error));
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <IdentityFields username={register('username')} email={register('email')} errors={errors} />
      <NewPasswordField
        label="Password"
        field={register('password')}
        error={errors.password?.message}
        check={() => void trigger('password')}
      />
      <Field label="Purchase Code" error={errors.purchaseCode?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('purchaseCode')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="figures"
          />
        )}
      </Field>
      <Button type="submit" busy={registration.isPending}>
        {registration.isPending ? 'Creating account…' : 'Create Account'}
      </Button>
    </form>
  );
}
