// Staff's session: joining by a link, signing in by a passkey, and showing the passkey once more.
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';

import { api, call, isStatus, send, type Schemas } from '@/lib/api-client';
import { askForPasskey, createPasskey } from '@/lib/passkeys/authenticator';
import { sessionCache } from '@/lib/query-client';

import { forgetDrafts } from './drafts';

export type StaffUser = Schemas['StaffUser'];

const SESSION = '/api/staff/session';
const SIGNED_OUT_KEY = [SESSION, 'signed-out'] as const;

/**
 * Staff's own cache: what members have in theirs is not shown here, and the end of the one session says nothing about the other.
 * A 404 may mean that no name of staff is left, which every call answers alike.
 */
export const staffCache = sessionCache(SESSION, [404]);

/** Drafts are the writer's own: another name does not find them. */
let lastName: string | undefined;

function noteName({ name }: StaffUser): void {
  if (lastName !== name) forgetDrafts();
  lastName = name;
}

/** Who is signed in here; null without a session, and while there is no staff. */
export const staffSessionQuery = queryOptions({
  queryKey: [SESSION],
  queryFn: async ({ signal }): Promise<StaffUser | null> => {
    try {
      const user = await call(api.GET(SESSION, { signal }));
      noteName(user);
      return user;
    } catch (error) {
      if (isStatus(error, 401) || isStatus(error, 404)) return null;
      throw error;
    }
  },
  // Another tab signs out, and an owner removes a name.
  refetchOnWindowFocus: 'always',
});

/** What the last session has loaded is not for the next. */
export function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION });
}

function setSignedIn(client: QueryClient, user: StaffUser): void {
  noteName(user);
  client.setQueryData(SIGNED_OUT_KEY, false);
  client.setQueryData(staffSessionQuery.queryKey, user);
}

/** Asks for the passkey. In a signed-in browser it makes the passkey fresh and keeps the session. */
async function showPasskey(): Promise<StaffUser> {
  const options = await call(api.POST('/api/staff/passkey-challenge'));
  const body = await askForPasskey(options, { mediation: 'optional' });
  return call(api.POST('/api/staff/session', { body }));
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: showPasskey,
    onSuccess: (user) => setSignedIn(client, user),
  });
}

/** Whether a link to join still works; the challenge that is answered is not used. */
export const joinLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/staff/join-challenge', token],
    queryFn: async ({ signal }) => {
      await call(api.POST('/api/staff/join-challenge', { body: { token }, signal }));
      return true;
    },
    gcTime: 0,
  });

export function useJoin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (token: string) => {
      const options = await call(api.POST('/api/staff/join-challenge', { body: { token } }));
      const made = await createPasskey(options);
      return call(api.POST('/api/staff/join', { body: { token, ...made } }));
    },
    onSuccess: (user) => {
      forgetAnswers(client);
      setSignedIn(client, user);
    },
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await send(api.DELETE(SESSION, { parseAs: 'text' }));
      } catch (error) {
        // It had ended already.
        if (!isStatus(error, 401) && !isStatus(error, 404)) throw error;
      }
    },
    onSuccess: () => {
      forgetDrafts();
      client.setQueryData(SIGNED_OUT_KEY, true);
      client.setQueryData(staffSessionQuery.queryKey, null);
    },
  });
}

/** Whether the session was ended here, by its button. */
export function useSignedOutByUser(): boolean {
  const { data } = useQuery({ queryKey: SIGNED_OUT_KEY, queryFn: () => false, enabled: false });
  return data === true;
}

/** Another name's passkey was shown, which signed that name in: nothing is done in its name unasked. */
export class OtherName extends Error {
  override readonly name = 'OtherName';
}

/** Shows the passkey again for a change that wants it fresh. */
export async function refreshPasskey(client: QueryClient): Promise<void> {
  const before = client.getQueryData(staffSessionQuery.queryKey);
  const now = await showPasskey();
  if (now.name === before?.name) return;
  setSignedIn(client, now);
  throw new OtherName(
    `That passkey is of ${now.name}, who is signed in now. Nothing was changed: look again, then repeat it.`,
  );
}
