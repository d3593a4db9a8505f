// Whether the account's address is confirmed, or which one waits for its link; with a button that mails the link again.
import { errorMessage, isStatus } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast';

import type { Account } from '../api';
import { useSendLinkAgain } from './api';

const COPY = {
  confirmed: 'Your email address is confirmed.',
  unconfirmed: (email: string) =>
    `${email} is not confirmed yet. Open the link that we mailed to it.`,
  pending: (pending: string, email: string) =>
    `${pending} becomes your address once you open the link that we mailed to it. Until then it stays ${email}.`,
  again: 'Mail the link again',
  sending: 'Mailing…',
  sent: (email: string) => ({
    title: 'Check your email',
    description: `The new link is on its way to ${email}. The older one no longer works.`,
  }),
  failed: 'The link was not mailed',
};

export function EmailStatus({ user }: { user: Account }) {
  const again = useSendLinkAgain();
  const pending = user.pendingEmail ?? null;
  if (pending === null && user.emailVerified) {
    return <p className="mt-6 text-sm text-ink-muted">{COPY.confirmed}</p>;
  }
  const wanted = pending ?? user.email;
  return (
    <div className="mt-6 border-l-2 border-accent pl-4">
      <p className="text-sm wrap-anywhere">
        {pending === null ? COPY.unconfirmed(wanted) : COPY.pending(pending, user.email)}
      </p>
      <Button
        look="secondary"
        size="small"
        className="mt-3"
        busy={again.isPending}
        onClick={() =>
          again.mutate(undefined, {
            onSuccess: () => toast(COPY.sent(wanted)),
            onError: (error) => {
              if (isStatus(error, 409)) return;
              toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
            },
          })
        }
      >
        {again.isPending ? COPY.sending : COPY.again}
      </Button>
    </div>
  );
}
