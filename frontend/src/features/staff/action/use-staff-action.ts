// A change by staff: where it wants a fresh passkey the passkey is asked for, and the change is made again.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { ApiError } from '@/lib/api-client';

import { refreshPasskey } from '../api';

function wantsPasskey(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'passkey_required';
}

export function useStaffAction<Given, Done>(
  act: (given: Given) => Promise<Done>,
  onDone: (done: Done, given: Given) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => {
      try {
        return await act(given);
      } catch (error) {
        if (!wantsPasskey(error)) throw error;
        await refreshPasskey(client);
        return act(given);
      }
    },
    // Everything that the pages show may follow from a change: a grant stands in the trail and sends a mail.
    onSuccess: (done, given) => {
      // First: what offered the change may go with the new answers.
      onDone(done, given);
      void client.invalidateQueries({ predicate: isShown });
    },
    onError: (error) => {
      // The server may have done it, or another name of staff did.
      if (!(error instanceof ApiError) || error.status === 409) {
        void client.invalidateQueries({ predicate: isShown });
      }
    },
  });
}

/** The session does not change by what staff do. */
function isShown({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== '/api/staff/session';
}
