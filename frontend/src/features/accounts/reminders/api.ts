// The mail after 14 days without watching: on or off, in the account or by the link in such a mail.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, call, sendForm } from '@/lib/api-client';
import { paths } from '@/lib/paths';

import { userQuery, type Account } from '../api';

export function useSetReminders({ username, email }: Account) {
  const client = useQueryClient();
  return useMutation({
    // The unchanged names: without a change of names no password is needed.
    mutationFn: (reminders: boolean) => {
      const body = { username, email, currentPassword: '', reminders };
      return call(api.PUT('/api/user/account', { body }));
    },
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, user),
  });
}

/** As a mail client does it (RFC 8058). */
export function useTurnRemindersOff(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendForm(paths.reminders(token), { 'List-Unsubscribe': 'One-Click' }),
    // The account is signed in here, perhaps.
    onSuccess: () => client.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
}
