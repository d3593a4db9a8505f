// The second step of signing in: the code of the second factor.
import { useEffect, useState } from 'react';

import { ApiError } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { useForm } from '@/ui/form/use-form';

import { NoCookies, useLogin } from '../api';
import { fieldErrors } from '../field-errors';
import { codeSchema } from '../schemas';
import { CodeField, type CodeKind } from '../second-factor/code-field';
import { showLoginError } from './login-error';
import type { ProvenLogin } from './login-form';

interface CodeFormProps {
  login: ProvenLogin;
  /** The password was changed meanwhile. */
  onRejected: () => void;
  onNoCookies: () => void;
}

export function CodeForm({ login, onRejected, onNoCookies }: CodeFormProps) {
  const signIn = useLogin();
  const [kind, setKind] = useState<CodeKind>('app');
  const { register, handleSubmit, formState, showFieldErrors, setFocus, resetField } = useForm({
    schema: codeSchema,
    defaultValues: { code: '' },
  });

  useEffect(() => setFocus('code'), [setFocus]);

  const submit = handleSubmit(({ code }) =>
    signIn.mutate(
      { ...login, code },
      {
        onError: (error) => {
          if (error instanceof NoCookies) return onNoCookies();
          if (showFieldErrors(fieldErrors(error))) return;
          showLoginError(error);
          if (error instanceof ApiError && error.code === 'invalid_credentials') onRejected();
        },
      },
    ),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <CodeField
        input={register('code')}
        error={formState.errors.code?.message}
        kind={kind}
        onKind={(next) => {
          resetField('code');
          setKind(next);
          setFocus('code');
        }}
      />
      <Button type="submit" busy={signIn.isPending}>
        {signIn.isPending ? 'Logging in…' : 'Login'}
      </Button>
    </form>
  );
}
