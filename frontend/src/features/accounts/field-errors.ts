// What the server says of the fields of a form, by the name of the field.
import { ApiError } from '@/lib/api-client';

/** The field of an error code whose answer has no `fields`. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  username_taken: 'username',
  email_taken: 'email',
  second_factor_required: 'code',
  second_factor_invalid: 'code',
};

export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const field = FIELD_OF_CODE[error.code];
  if (field === undefined || error.serverMessage === null) return error.fields;
  return { [field]: error.serverMessage, ...error.fields };
}
