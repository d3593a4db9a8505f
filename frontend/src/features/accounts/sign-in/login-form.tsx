// Signs in with user name and password.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';

import { ApiError, errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { TextInput } from '@/ui/form/text-input';
import { toast } from '@/ui/toast/toast';

import { useLogin } from '../api';
import { loginSchema } from '../schemas';

const COPY = { failed: 'Login failed' };

/** Shows the server's message if there is one, else a general one. */
function showLoginError(error: unknown): void {
  const message = error instanceof ApiError ? error.serverMessage : null;
  toast(
    message === null
      ? { title: COPY.failed, description: errorMessage(error), destructive: true }
      : { title: message, destructive: true },
  );
}

export function LoginForm({ forgotPasswordPath }: { forgotPasswordPath: string }) {
  const login = useLogin();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  });
  const { errors } = formState;

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit((values) => login.mutate(values, { onError: showLoginError }))}
    >
      <Field
        label="Username"
        hint="Your e-mail address works too."
        error={errors.username?.message}
      >
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
      <Field
        label="Password"
        error={errors.password?.message}
        aside={
          <Link to={forgotPasswordPath} className="py-1 text-sm text-accent underline">
            Forgot password?
          </Link>
        }
      >
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      <Button type="submit" busy={login.isPending}>
        {login.isPending ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  );
}
