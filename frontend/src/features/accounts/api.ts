// The signed-in user, and every call that changes the account or its sessions.
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';

import { api, call, isStatus, NetworkError, send, type Schemas } from '@/lib/api-client';
import { logOutAfterPendingWork } from '@/lib/before-logout';
import { forgetAll, isShownFromKept, orKept } from '@/lib/offline/kept-answers';
import { isSignedInAs, rememberSignedIn } from '@/lib/signed-in-account';

/** The account, as the server answers it. */
export type Account = Schemas['User'];
/** The part stored for pages without a connection: only the data that these pages need, without the address. */
type KeptAccount = Pick<Account, 'id' | 'username'>;
/** The signed-in user; after a reload without a connection only what is kept is known. */
export type User = KeptAccount & Partial<Account>;
export type Session = Schemas['DeviceSession'];

const USER_KEY = ['/api/user'] as const;
const LOGGED_OUT_KEY = ['/api/logout'] as const;

const keptPart = ({ id, username }: Account): KeptAccount => ({ id, username });

/** Whether the server has answered, so that all of the account is known. */
export function isWhole(user: User): user is Account {
  return user.email !== undefined;
}

/** The current user; null without a session (401). Any other failure is an error. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: async ({ client, signal }): Promise<User | null> => {
    try {
      const user: User = await orKept(USER_KEY[0], () => call(api.GET('/api/user', { signal })), {
        part: keptPart,
      });
      // A sign-out whose removal the browser's store did not answer leaves the account there.
      if (isShownFromKept(USER_KEY[0]) && !isSignedInAs(user.id)) {
        void forgetAll();
        throw new NetworkError('signed out');
      }
      rememberSignedIn(user.id);
      const known = client.getQueryData<User | null>(USER_KEY);
      // A lost connection takes nothing away that this page knows already.
      return known?.id === user.id && !isWhole(user) ? known : user;
    } catch (error) {
      if (isStatus(error, 401)) {
        rememberSignedIn(null);
        void forgetAll();
        return null;
      }
      throw error;
    }
  },
});

export const sessionsQuery = queryOptions({
  queryKey: ['/api/user/sessions'],
  queryFn: ({ signal }) => call(api.GET('/api/user/sessions', { signal })),
  staleTime: 0, // other devices change it
});

/** Data of one user must not be shown to the next. */
function removeOtherQueries(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== USER_KEY[0] });
}

/** The user who has just signed in; the next page shows them. */
export function setSignedIn(client: QueryClient, user: Account): void {
  removeOtherQueries(client);
  rememberSignedIn(user.id);
  void forgetAll();
  client.setQueryData(userQuery.queryKey, user);
}

/** The session has begun, and the browser does not keep its cookie. */
export class NoCookies extends Error {
  override readonly name = 'NoCookies';
}

/** The account that has just signed in, once a call has shown that the browser keeps the session's cookie. */
export async function keptSession(account: Account): Promise<Account> {
  try {
    return await call(api.GET('/api/user'));
  } catch (error) {
    if (isStatus(error, 401)) throw new NoCookies();
    return account;
  }
}

function setSignedOut(client: QueryClient): void {
  removeOtherQueries(client);
  rememberSignedIn(null);
  void forgetAll();
  client.setQueryData(LOGGED_OUT_KEY, true);
  client.setQueryData(userQuery.queryKey, null);
}

function setSecondFactor(client: QueryClient, secondFactor: boolean): void {
  client.setQueryData(userQuery.queryKey, (user) => (user ? { ...user, secondFactor } : user));
}

/** Another tab signed in or out: asks again, and removes the data of the account that was signed in here. */
export async function followSignIn(client: QueryClient): Promise<void> {
  const { queryKey } = userQuery;
  const before = client.getQueryData(queryKey);
  await client.refetchQueries({ queryKey });
  if (before && client.getQueryData(queryKey)?.id !== before.id) removeOtherQueries(client);
}

/** Whether the user logged out: the sign-in page then has no address to return to. */
export function useLoggedOutByUser(): boolean {
  const { data } = useQuery({ queryKey: LOGGED_OUT_KEY, queryFn: () => false, enabled: false });
  return data === true;
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['LoginBody']) =>
      keptSession(await call(api.POST('/api/login', { body }))),
    onSuccess: (user) => setSignedIn(client, user),
  });
}

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['RegisterBody']) =>
      keptSession(await call(api.POST('/api/register', { body }))),
    onSuccess: (user) => setSignedIn(client, user),
  });
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      logOutAfterPendingWork(() => send(api.POST('/api/logout', { parseAs: 'text' }))),
    onSuccess: () => setSignedOut(client),
  });
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      send(api.POST('/api/request-reset', { body, parseAs: 'text' })),
  });
}

/** A new password ends every session of the user, in this browser too. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string }) =>
      send(api.POST('/api/reset-password', { body, parseAs: 'text' })),
    onSuccess: () => setSignedOut(client),
  });
}

export function useUpdateAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; email: string; currentPassword: string }) =>
      call(api.PUT('/api/user/account', { body })),
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, user),
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      send(api.PUT('/api/user/password', { body, parseAs: 'text' })),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** A secret for an authenticator app; nothing is on yet. */
export function useOfferSecondFactor() {
  return useMutation({
    mutationFn: (body: Schemas['OfferBody']) => call(api.POST('/api/user/second-factor', { body })),
  });
}

/** Answers the recovery codes, this once. */
export function useTurnOnSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['TurnOnBody']) => call(api.PUT('/api/user/second-factor', { body })),
    onSuccess: () => setSecondFactor(client, true),
  });
}

export function useTurnOffSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['TurnOffBody']) =>
      send(api.DELETE('/api/user/second-factor', { body, parseAs: 'text' })),
    onSuccess: () => setSecondFactor(client, false),
  });
}

export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['DeletionBody']) =>
      send(api.DELETE('/api/user', { body, parseAs: 'text' })),
    onSuccess: () => setSignedOut(client),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: Session['id']) =>
      send(api.DELETE('/api/user/sessions/{id}', { params: { path: { id } }, parseAs: 'text' })),
    // Also after a failure: 404 means that the session has already ended.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndAllSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(api.DELETE('/api/user/sessions', { parseAs: 'text' })),
    onSuccess: () => setSignedOut(client),
  });
}
