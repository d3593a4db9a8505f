// Puts what the server says about single fields onto those fields.
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

import { ApiError } from '@/lib/api-client';

/** Which field a refusal without `fields` is about. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  username_taken: 'username',
  email_taken: 'email',
};

/** Shows a failure on the fields that it is about, the first of them in focus; false when it is about none. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const found = fieldErrors(error, names);
  for (const [index, { name, message }] of found.entries()) {
    setError(name, { message }, { shouldFocus: index === 0 });
  }
  return found.length > 0;
}

/** Field name to message, for the names that the form has; empty when the failure is about none. */
function fieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
): { name: Name; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  const messages: Record<string, string> = { ...error.fields };
  const field = FIELD_OF_CODE[error.code];
  if (field !== undefined && error.serverMessage !== null) messages[field] ??= error.serverMessage;
  return names.flatMap((name) => {
    const message = messages[name];
    return message === undefined ? [] : [{ name, message }];
  });
}
