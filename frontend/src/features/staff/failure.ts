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
