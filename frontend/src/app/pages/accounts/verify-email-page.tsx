// The page that the link of a confirmation mail opens: it confirms the address and says so.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { userQuery } from '@/features/accounts/api';
import { confirmationQuery } from '@/features/accounts/verification/api';
import { ownOrdersQuery } from '@/features/orders/api';
import { errorMessage, isStatus } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import { ErrorPanel } from '@/ui/error-panel';
import { LinkButton } from '@/ui/link-button';
import { Spinner } from '@/ui/spinner';

import { useToken } from '../../routing/use-token';

const COPY = {
  loading: 'Confirming your email address…',
  done: {
    title: 'Your email address is confirmed',
    text: (email: string) => `Mails about your courses go to ${email}.`,
  },
  invalid: {
    title: 'Invalid Confirmation Link',
    text: 'This link was used already, replaced by a newer one, or is too old. Your account page mails you a new one.',
  },
  taken: {
    title: 'This address is taken',
    text: 'Another account has this email address by now. Your own account keeps the address that it had.',
  },
  failed: 'Your email address could not be confirmed.',
  toAccount: 'Go to your account',
};

function Outcome({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-3 mb-8 break-words text-ink-muted">{children}</p>
      <LinkButton to={paths.portalAccount()}>{COPY.toAccount}</LinkButton>
    </>
  );
}

function Confirmation({ token }: { token: string }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(confirmationQuery(token));
  const isConfirmed = data !== undefined;

  useEffect(() => {
    if (!isConfirmed) return;
    // The account has another address or more orders now, where it is signed in here.
    void client.invalidateQueries({ queryKey: userQuery.queryKey });
    void client.invalidateQueries({ queryKey: ownOrdersQuery.queryKey });
  }, [client, isConfirmed]);

  if (data !== undefined) {
    return <Outcome title={COPY.done.title}>{COPY.done.text(data.email)}</Outcome>;
  }
  if (isStatus(error, 400))
    return <Outcome title={COPY.invalid.title}>{COPY.invalid.text}</Outcome>;
  if (isStatus(error, 409)) return <Outcome title={COPY.taken.title}>{COPY.taken.text}</Outcome>;
  return (
    <>
      <h1 className="mb-8 text-2xl">{COPY.loading}</h1>
      {error === null ? (
        <Spinner label={COPY.loading} />
      ) : (
        <ErrorPanel
          title={COPY.failed}
          detail={errorMessage(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </>
  );
}

export function Page() {
  const token = useToken(paths.verifyEmail());

  if (token === '') return <Outcome title={COPY.invalid.title}>{COPY.invalid.text}</Outcome>;
  return <Confirmation token={token} />;
}
