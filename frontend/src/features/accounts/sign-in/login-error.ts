// The toast of a sign-in that failed.
import { ApiError, errorMessage } from '@/lib/api-client';
import { toast } from '@/ui/toast/toast';

const COPY = { failed: 'Login failed' };

/** Shows the server's message if there is one, else a general one. */
export function showLoginError(error: unknown): void {
  const message = error instanceof ApiError ? error.serverMessage : null;
  toast(
    message === null
      ? { title: COPY.failed, description: errorMessage(error), destructive: true }
      : { title: message, destructive: true },
  );
}
