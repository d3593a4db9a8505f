// The field for a code of the second factor: six digits of the app, or a recovery code.
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

const COPY = {
  app: {
    label: 'Code',
    hint: 'Six digits, from your authenticator app.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery Code',
    hint: 'One of the ten that you kept. Each works once.',
    other: 'Use the app',
  },
};

/** Which code is typed. */
export type CodeKind = keyof typeof COPY;

interface CodeFieldProps {
  input: UseFormRegisterReturn;
  error: string | undefined;
  kind: CodeKind;
  /** Where it is absent, only the app's code will do. */
  onKind?: (kind: CodeKind) => void;
}

export function CodeField({ input, error, kind, onKind }: CodeFieldProps) {
  const { label, hint, other } = COPY[kind];
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      aside={
        onKind && (
          <button
            type="button"
            className="py-1 text-sm text-accent underline"
            onClick={() => onKind(kind === 'app' ? 'recovery' : 'app')}
          >
            {other}
          </button>
        )
      }
    >
      {(control) => (
        <TextInput
          {...control}
          {...input}
          autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoCapitalize={kind === 'app' ? 'none' : 'characters'}
          spellCheck={false}
          className="figures"
        />
      )}
    </Field>
  );
}
