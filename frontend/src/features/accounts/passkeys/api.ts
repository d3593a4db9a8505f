// The passkeys of the account, and signing in by one.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, call, send, type Schemas } from '@/lib/api-client';
import {
  askForPasskey,
  createPasskey,
  type Asking,
  type PasskeyLogin,
} from '@/lib/passkeys/authenticator';

import { keptSession, setSignedIn } from '../api';

export type Passkey = Schemas['Passkey'];

export const passkeysQuery = queryOptions({
  queryKey: ['/api/user/passkeys'],
  queryFn: ({ signal }) => call(api.GET('/api/user/passkeys', { signal })),
  staleTime: 0, // other devices change it
});

/** Asks for a passkey; a challenge is good for five minutes. */
export async function choosePasskey(asking: Asking): Promise<PasskeyLogin> {
  const options = await call(api.POST('/api/passkeys/challenge'));
  return askForPasskey(options, asking);
}

/** Signs in by the given answer of an authenticator, or asks for one. */
export function useSignInByPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (answer: PasskeyLogin | null) => {
      const body = answer ?? (await choosePasskey({ mediation: 'optional' }));
      return keptSession(await call(api.POST('/api/login/passkey', { body })));
    },
    onSuccess: (user) => setSignedIn(client, user),
  });
}

export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (proof: Schemas['PasskeyOfferBody']) => {
      const options = await call(api.POST('/api/user/passkey-challenge', { body: proof }));
      const body = await createPasskey(options);
      return call(api.POST('/api/user/passkeys', { body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, currentPassword }: { id: Passkey['id']; currentPassword: string }) =>
      send(
        api.DELETE('/api/user/passkeys/{id}', {
          params: { path: { id } },
          body: { currentPassword },
          parseAs: 'text',
        }),
      ),
    // Also after a failure: 404 means that the passkey has already gone.
    // Not awaited: the row that removes it says so, and goes with the list.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}
