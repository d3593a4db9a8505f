// The passkeys of the account: listed, added and removed.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';

import { dateAndTime } from '@/lib/format/dates';
import { supportsPasskeys } from '@/lib/passkeys/authenticator';
import { QueryList } from '@/ui/query/query-list';

import { AddPasskey } from './add-passkey';
import { passkeysQuery, type Passkey } from './api';
import { RemovePasskey } from './remove-passkey';

const COPY = {
  title: 'Passkeys',
  text: 'A passkey signs you in without your password: by the fingerprint, face or PIN of your device, or by a security key.',
  added: (date: string) => `Added ${date}`,
  lastUsed: (date: string) => `Last used ${date}`,
  unused: 'Not used yet',
  empty: 'You have no passkey yet.',
  unsupported: 'This browser cannot add passkeys at this address.',
  loading: 'Loading your passkeys…',
  loadFailed: 'Your passkeys could not be loaded.',
};

function Row({ passkey }: { passkey: Passkey }) {
  const nameId = useId();
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-4">
      <div className="min-w-0">
        <p id={nameId} className="font-semibold">
          {passkey.name}
        </p>
        <p className="text-xs text-ink-muted figures">
          <span>{COPY.added(dateAndTime(passkey.createdAt))}</span>
          <br />
          <span>
            {passkey.lastUsedAt ? COPY.lastUsed(dateAndTime(passkey.lastUsedAt)) : COPY.unused}
          </span>
        </p>
      </div>
      <RemovePasskey passkey={passkey} nameId={nameId} />
    </li>
  );
}

/** The row of a removed passkey takes the focus with it: it then goes to the heading. */
function useFocusAfterRemoval(count: number | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const removed = (count ?? 0) < (before.current ?? 0);
    before.current = count;
    if (removed && document.activeElement === document.body) heading.current?.focus();
  }, [count]);
  return heading;
}

export function Passkeys({ withCode }: { withCode: boolean }) {
  const titleId = useId();
  const passkeys = useQuery(passkeysQuery);
  const heading = useFocusAfterRemoval(passkeys.data?.length);
  return (
    <section aria-labelledby={titleId}>
      <h3 ref={heading} id={titleId} tabIndex={-1} className="text-lg">
        {COPY.title}
      </h3>
      <p className="mt-2 mb-5 text-sm text-ink-muted">{COPY.text}</p>
      <QueryList query={passkeys} copy={COPY} label={COPY.title}>
        {(passkey) => <Row key={passkey.id} passkey={passkey} />}
      </QueryList>
      {supportsPasskeys() ? (
        <AddPasskey withCode={withCode} />
      ) : (
        <p className="mt-5 text-sm">{COPY.unsupported}</p>
      )}
    </section>
  );
}
