// Why something was not done, in a sentence for staff.
import { ApiError, errorMessage } from '@/lib/api-client';
import { wasCancelled } from '@/lib/passkeys/authenticator';

const COPY = {
  cancelled: 'No passkey was used: it was cancelled, or took too long.',
  ownerOnly: 'Only an owner may do this.',
};

export function failureOf(error: unknown): string {
  if (wasCancelled(error)) return COPY.cancelled;
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.code === 'owner_only') return COPY.ownerOnly;
  return error.serverMessage ?? error.message;
}

interface StaffForm {
  showFieldErrors: (messages: Readonly<Record<string, string>>) => boolean;
  setError: (name: 'root', error: { message: string }) => void;
}

/** Shows at the fields of a form what is about them, and everything else as the failure of the whole form. */
export function showFailure(form: StaffForm, error: unknown, say = failureOf): void {
  if (error instanceof ApiError && form.showFieldErrors(error.fields)) return;
  form.setError('root', { message: say(error) });
}
