// The member's account: name and e-mail, keys, orders, Discord, password, second factor, devices, data.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

import { isWhole, userQuery, type Account } from '@/features/accounts/api';
import { DeleteAccount } from '@/features/accounts/deletion/delete-account';
import { ExportData } from '@/features/accounts/deletion/export-data';
import { Passkeys } from '@/features/accounts/passkeys/passkeys';
import { AccountForm } from '@/features/accounts/profile/account-form';
import { PasswordForm } from '@/features/accounts/profile/password-form';
import { RemindersChoice } from '@/features/accounts/reminders/reminders-choice';
import { SecondFactor } from '@/features/accounts/second-factor/second-factor';
import { SessionsList } from '@/features/accounts/sessions/sessions-list';
import { EmailStatus } from '@/features/accounts/verification/email-status';
import { LinkedAccount } from '@/features/discord/linked-account';
import { OwnOrders } from '@/features/orders/own-orders';
import { RedeemForm } from '@/features/purchase-keys/redeem-form';
import { Container } from '@/ui/container';
import { ErrorPanel } from '@/ui/error-panel';

import { useUser } from '../../require-user';

const COPY = {
  title: 'Account',
  unknown: 'Your account is not kept in this browser: it needs the connection.',
  profile: {
    id: 'profile',
    title: 'Name and e-mail',
    text: 'You sign in with either of them. Mails about your courses go to this address; a new one is yours once you opened the link that we mail to it.',
  },
  key: {
    id: 'redeem-key',
    title: 'Redeem a key',
    text: 'Another purchase key opens another course, or adds its time to a course that you have.',
  },
  orders: {
    id: 'orders',
    title: 'Orders and receipts',
    text: 'What you bought here, with a receipt to keep for each payment.',
  },
  discord: {
    id: 'discord-account',
    title: 'Discord account',
    text: 'A linked account gets the channels of your courses for as long as you have them.',
  },
  password: {
    id: 'password',
    title: 'Password',
    text: 'Changing it signs out every other device.',
  },
  waysIn: {
    id: 'ways-in',
    title: 'Ways to sign in',
    text: 'A passkey in the place of the password, or a code after it.',
  },
  devices: {
    id: 'devices',
    title: 'Signed-in devices',
    text: 'Sign out what you do not recognise, then change your password.',
  },
  data: {
    id: 'your-data',
    title: 'Your data',
    text: 'Everything that is kept about you, in one file.',
  },
  reminders: {
    id: 'reminders',
    title: 'Reminders',
    text: 'A day before each live session, and at most once in 30 days with the lesson and the second where you stopped. Mails about a session that is moved or cancelled, your orders, your account and the end of your access are not affected.',
  },
  deletion: {
    id: 'delete-account',
    title: 'Delete account',
    text: 'Your name becomes free. Orders stay in our books, as the law asks, without the account.',
  },
};

interface PartProps {
  copy: { id: string; title: string; text: string };
  children: ReactNode;
}

function Part({ copy, children }: PartProps) {
  return (
    <section
      aria-labelledby={copy.id}
      className="grid gap-x-12 gap-y-6 border-t border-line py-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div>
        <h2 id={copy.id} className="text-xl">
          {copy.title}
        </h2>
        <p className="mt-2 max-w-[44ch] text-sm text-ink-muted">{copy.text}</p>
      </div>
      <div className="max-w-[34rem]">{children}</div>
    </section>
  );
}

export function Page() {
  const user = useUser();
  return (
    <Container className="pt-10">
      <h1 className="mb-8 text-2xl">{COPY.title}</h1>
      {isWhole(user) ? <Parts user={user} /> : <Unknown />}
    </Container>
  );
}

/** In place of the account, after a reload without a connection. */
function Unknown() {
  const { refetch, isFetching } = useQuery(userQuery);
  return <ErrorPanel title={COPY.unknown} onRetry={() => void refetch()} busy={isFetching} />;
}

function Parts({ user }: { user: Account }) {
  const client = useQueryClient();
  const { hash } = useLocation();
  useEffect(() => {
    // The page is loaded after its address was.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const linked = Boolean(user.discordUserId);
  const forgetAccount = () => {
    const unlinked: Account = { ...user, discordUserId: null };
    client.setQueryData(userQuery.queryKey, unlinked);
  };
  return (
    <>
      <Part copy={COPY.profile}>
        <AccountForm user={user} />
        <EmailStatus user={user} />
      </Part>
      <Part copy={COPY.key}>
        <RedeemForm />
      </Part>
      <Part copy={COPY.orders}>
        <OwnOrders />
      </Part>
      <Part copy={COPY.discord}>
        <LinkedAccount linked={linked} onUnlinked={forgetAccount} />
      </Part>
      <Part copy={COPY.password}>
        <PasswordForm />
      </Part>
      <Part copy={COPY.waysIn}>
        <Passkeys withCode={user.secondFactor} />
        <SecondFactor on={user.secondFactor} />
      </Part>
      <Part copy={COPY.devices}>
        <SessionsList />
      </Part>
      <Part copy={COPY.reminders}>
        <RemindersChoice user={user} on={user.reminders} />
      </Part>
      <Part copy={COPY.data}>
        <ExportData />
      </Part>
      <Part copy={COPY.deletion}>
        <DeleteAccount withCode={user.secondFactor} />
      </Part>
    </>
  );
}
