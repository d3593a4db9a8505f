// Discord on the account page: whether an account is linked, and how to unlink it.
import type { ComponentProps } from 'react';

import { errorMessage } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { LinkButton } from '@/ui/link-button';
import { toast } from '@/ui/toast/toast';

import { useUnlinkAccount } from './api';

const COPY = {
  linked: 'A Discord account is linked. It has the channels of your courses.',
  notLinked: 'No Discord account is linked.',
  link: 'Link Discord',
  linkAnother: 'Link another account',
  unlink: {
    action: 'Unlink Discord',
    text: 'Your Discord account loses the channels of your courses. Your courses stay as they are, and you can link again.',
    keep: 'Keep it linked',
  },
  unlinked: 'Discord account unlinked',
  failed: 'Your Discord account was not unlinked',
};

interface LinkedAccountProps {
  linked: boolean;
  onUnlinked: () => void;
}

export function LinkedAccount({ linked, onUnlinked }: LinkedAccountProps) {
  const unlink = useUnlinkAccount();
  const end: ComponentProps<typeof ConfirmDialog>['onConfirm'] = (close, fail) =>
    unlink.mutate(undefined, {
      onSuccess: () => {
        close();
        onUnlinked();
        toast({ title: COPY.unlinked });
      },
      onError: (error) => fail({ title: COPY.failed, description: errorMessage(error) }),
    });

  return (
    <>
      <p>{linked ? COPY.linked : COPY.notLinked}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton to={paths.discordVerify()} look="secondary">
          {linked ? COPY.linkAnother : COPY.link}
        </LinkButton>
        {linked && <ConfirmDialog copy={COPY.unlink} busy={unlink.isPending} onConfirm={end} />}
      </div>
    </>
  );
}
