// The callback of Discord's authorization, in Dutch: checks the state, posts the code, navigates on.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { userQuery } from '@/features/accounts/api';
import { useLinkAccount } from '@/features/discord/api';
import { readCallback } from '@/features/discord/authorization';
import { discordCopy, discordToasts } from '@/features/discord/copy';
import { errorMessage } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import { Spinner } from '@/ui/spinner';
import { toast, type ToastContent } from '@/ui/toast/toast';

export function Page() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutateAsync: linkAccount } = useLinkAccount();
  // The stored state can be read only once, but React may run an effect twice.
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;

    const fail = (content: ToastContent) => {
      toast(content);
      void navigate(paths.discordVerify(), { replace: true });
    };
    const callback = readCallback(query);
    if (callback === 'no-code') return fail(discordToasts.noCode);
    if (callback === 'mismatch') return fail(discordToasts.mismatch);
    linkAccount(callback.code).then(
      (user) => {
        client.setQueryData(userQuery.queryKey, user);
        toast(discordToasts.linked);
        void navigate(paths.portal(), { replace: true });
      },
      (error: unknown) => {
        // The account may be linked although a later step failed: the user is fetched again.
        void client.invalidateQueries({ queryKey: userQuery.queryKey });
        fail(discordToasts.serverFailure(errorMessage(error)));
      },
    );
  }, [query, navigate, client, linkAccount]);

  return (
    <div lang="nl" className="grid min-h-[60vh] place-items-center px-4">
      <h1 className="sr-only">{discordCopy.title}</h1>
      <Spinner label={discordCopy.verifying} showLabel />
    </div>
  );
}
