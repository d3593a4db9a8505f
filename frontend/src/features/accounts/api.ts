// The signed-in person: who it is, and every call that changes it.
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';

import { api, call, isStatus, send, type Schemas } from '@/lib/api-client';
import { logOutAfterLastWork } from '@/lib/before-logout';

export type User = Schemas['User'];
export type Session = Schemas['DeviceSession'];

const USER_KEY = ['/api/user'] as const;
const LEFT_KEY = ['/api/logout'] as const;

/** The current user; null when nobody is signed in (401). Any other failure is an error. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(api.GET('/api/user', { signal }));
    } catch (error) {
      if (isStatus(error, 401)) return null;
      throw error;
    }
  },
});

export const sessionsQuery = queryOptions({
  queryKey: ['/api/user/sessions'],
  queryFn: ({ signal }) => call(api.GET('/api/user/sessions', { signal })),
  staleTime: 0, // other devices come and go without telling this one
});

/** What was fetched for one person is not shown to the next. */
function forgetEverythingElse(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== USER_KEY[0] });
}

function enter(client: QueryClient, user: User): void {
  forgetEverythingElse(client);
  client.setQueryData(userQuery.queryKey, user);
}

function leave(client: QueryClient): void {
  forgetEverythingElse(client);
  client.setQueryData(LEFT_KEY, true);
  client.setQueryData(userQuery.queryKey, null);
}

/** Whether nobody is signed in because the person chose so: then there is nowhere to return to. */
export function useLeftOnPurpose(): boolean {
  const { data } = useQuery({ queryKey: LEFT_KEY, queryFn: () => false, enabled: false });
  return data === true;
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['LoginBody']) => call(api.POST('/api/login', { body })),
    onSuccess: (user) => enter(client, user),
  });
}

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['RegisterBody']) => call(api.POST('/api/register', { body })),
    onSuccess: (user) => enter(client, user),
  });
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => logOutAfterLastWork(() => send(api.POST('/api/logout', { parseAs: 'text' }))),
    onSuccess: () => leave(client),
  });
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      send(api.POST('/api/request-reset', { body, parseAs: 'text' })),
  });
}

/** A new password ends every session of its owner, this browser's too. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string }) =>
      send(api.POST('/api/reset-password', { body, parseAs: 'text' })),
    onSuccess: () => leave(client),
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

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: Session['id']) =>
      send(api.DELETE('/api/user/sessions/{id}', { params: { path: { id } }, parseAs: 'text' })),
    // Also after a failure: "not found" means that it has ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndAllSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(api.DELETE('/api/user/sessions', { parseAs: 'text' })),
    onSuccess: () => leave(client),
  });
}
