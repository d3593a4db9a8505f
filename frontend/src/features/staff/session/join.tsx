// What the link of `portal staff add` opens: it makes the passkey that signs in from then on.
import { useQuery } from '@tanstack/react-query';

import { ApiError } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import type { Elements } from '@/ui/elements';
import { LinkButton } from '@/ui/link-button';
import { Skeleton } from '@/ui/skeleton';

import { joinLinkQuery, useJoin } from '../api';
import { failureOf } from '../failure';
import { PasskeyButton } from './passkey-button';

const COPY = {
  title: 'Join the staff',
  text: 'This link makes one passkey, kept by this device or by a security key. From then on it alone signs you in here.',
  once: 'The link works once, within 24 hours of its making.',
  create: 'Create a passkey',
  missing: {
    title: 'This link is not complete',
    text: 'Open the link as it was given to you, or ask an owner for a new one.',
  },
  used: {
    title: 'This link was used, or is too old',
    text: 'If you made a passkey with it, that passkey signs you in.',
    signIn: 'To the sign-in',
  },
};

function Frame({ title, children }: { title: string; children: Elements }) {
  return (
    <div className="mx-auto max-w-narrow px-4 pt-[max(4rem,14vh)] pb-16">
      <h1 className="text-2xl">{title}</h1>
      {children}
    </div>
  );
}

function Used({ error }: { error: ApiError }) {
  return (
    <Frame title={COPY.used.title}>
      <p role="alert" className="mt-3 text-danger">
        {failureOf(error)}
      </p>
      <p className="mt-3 mb-8 text-ink-muted">{COPY.used.text}</p>
      <LinkButton to={paths.staff()}>{COPY.used.signIn}</LinkButton>
    </Frame>
  );
}

export function Join({ token, onJoined }: { token: string; onJoined: () => void }) {
  const join = useJoin();
  // Not asked again once it is being used.
  const link = useQuery({ ...joinLinkQuery(token), enabled: token !== '' && join.isIdle });
  if (token === '') {
    return (
      <Frame title={COPY.missing.title}>
        <p className="mt-3 text-ink-muted">{COPY.missing.text}</p>
      </Frame>
    );
  }
  if (link.error instanceof ApiError && link.error.code === 'join_token_invalid') {
    return <Used error={link.error} />;
  }
  return (
    <Frame title={COPY.title}>
      <p className="mt-3 text-ink-muted">{COPY.text}</p>
      <p className="mt-3 mb-8 text-ink-muted">{COPY.once}</p>
      {link.isPending && join.isIdle ? (
        <Skeleton className="h-12 w-full sm:w-44" />
      ) : (
        <PasskeyButton
          label={COPY.create}
          busy={join.isPending}
          error={join.error}
          onClick={() => join.mutate(token, { onSuccess: onJoined })}
        />
      )}
    </Frame>
  );
}
