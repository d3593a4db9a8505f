// Shows the server's field messages at the fields of a form.
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

import { ApiError } from '@/lib/api-client';

/** The field of an error code whose answer has no `fields`. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  username_taken: 'username',
  email_taken: 'email',
  second_factor_required: 'code',
  second_factor_invalid: 'code',
};

/** Shows an error at its fields and focuses the first; false when it concerns none of them. */
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

/** The messages for the form's own fields; empty when the error concerns no field of it. */
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
