// Signs in with user name and password.
import { Link } from 'react-router-dom';

import { ApiError, isStatus } from '@/lib/api-client';
import { supportsPasskeys } from '@/lib/passkeys/authenticator';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';
import { dismissToasts } from '@/ui/toast/toast';

import { NoCookies, useLogin } from '../api';
import { loginSchema } from '../schemas';
import { showLoginError } from './login-error';

/** A name with a password that is right. */
export interface ProvenLogin {
  username: string;
  password: string;
}

// In other words than the toast, which closes by itself.
const COPY = {
  refused: 'You are not signed in. Check both fields: capitals in the password count.',
  failed: 'You are not signed in. Try again in a moment.',
};

interface LoginFormProps {
  forgotPasswordPath: string;
  /** Name and password are right, and a code is wanted. */
  onCodeWanted: (login: ProvenLogin) => void;
  onNoCookies: () => void;
}

const wantsCode = (error: unknown) =>
  error instanceof ApiError && error.code === 'second_factor_required';

export function LoginForm({ forgotPasswordPath, onCodeWanted, onNoCookies }: LoginFormProps) {
  const login = useLogin();
  const { register, handleSubmit, formState } = useForm({
    schema: loginSchema,
    defaultValues: { username: '', password: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    login.mutate(values, {
      onError: (error) => {
        if (wantsCode(error)) {
          onCodeWanted(values);
        } else if (error instanceof NoCookies) {
          onNoCookies();
        } else {
          showLoginError(error);
        }
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field
        label="Username"
        hint="Your e-mail address works too."
        error={errors.username?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('username')}
            // The browser then offers passkeys among the names that it fills in.
            autoComplete={supportsPasskeys() ? 'username webauthn' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        aside={
          <Link
            to={forgotPasswordPath}
            className="py-1 text-sm text-accent underline"
            onClick={dismissToasts}
          >
            Forgot password?
          </Link>
        }
      >
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      {login.isError && !wantsCode(login.error) && (
        <p className="text-sm text-danger">
          {isStatus(login.error, 401) ? COPY.refused : COPY.failed}
        </p>
      )}
      <Button type="submit" busy={login.isPending}>
        {login.isPending ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  );
}
