// The address by which a calendar program reads the member's sessions. It is shown once, after it was made.
import { useRef, useState } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { focusOnArrival } from '@/ui/focus';
import { copyLink } from '@/ui/toast/copy-link';
import { LinkButton } from '@/ui/link-button';
import { toast } from '@/ui/toast/toast';

import { useEndCalendar, useNewCalendar } from '../api';
import { CalendarActions } from './calendar-actions';

const COPY = {
  title: 'In your calendar',
  text: 'Apple, Google and Outlook read your sessions from an address of your own. Google looks only every few hours; changes are mailed to you besides.',
  add: 'Add to your calendar',
  failed: 'Your calendar was not changed',
  on: 'Your calendar has its address, which was shown when it was made.',
  once: 'This address is shown only now. Anyone who has it can see when your sessions are.',
  field: 'Address of your calendar',
  copy: 'Copy',
  copied: { title: 'Address copied', description: 'Add it to your calendar as a subscription.' },
  subscribe: 'Open in this device’s calendar',
};

export function CalendarAddress({ on }: { on: boolean }) {
  const [address, setAddress] = useState<string>();
  const create = useNewCalendar(setAddress);
  const end = useEndCalendar();
  const heading = useRef<HTMLHeadingElement>(null);
  const onError = (error: Error) =>
    toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
  return (
    <section aria-labelledby="calendar">
      <h2 ref={heading} id="calendar" tabIndex={-1} className="text-xl outline-none">
        {COPY.title}
      </h2>
      <p className="mt-2 max-w-prose text-sm text-ink-muted">{COPY.text}</p>
      {address !== undefined && <Shown key={address} address={address} />}
      {!on && address === undefined && (
        <Button
          look="secondary"
          className="mt-4"
          busy={create.isPending}
          onClick={() => create.mutate(undefined, { onError })}
        >
          {COPY.add}
        </Button>
      )}
      {(on || address !== undefined) && (
        <>
          {address === undefined && <p className="mt-4 text-sm">{COPY.on}</p>}
          <CalendarActions
            busy={create.isPending || end.isPending}
            onClosed={() => heading.current?.focus()}
            onAct={(act, done) => {
              if (act === 'renew') create.mutate(undefined, { onSuccess: done, onError });
              else
                end.mutate(undefined, {
                  onSuccess: () => {
                    setAddress(undefined);
                    done();
                  },
                  onError,
                });
            }}
          />
        </>
      )}
    </section>
  );
}

/** The scheme by which devices know a calendar to subscribe to. */
const subscription = (address: string) => address.replace(/^https?:/, 'webcal:');

function Shown({ address }: { address: string }) {
  return (
    <div className="mt-4 grid max-w-prose gap-3 rounded-box border border-accent bg-accent-soft p-4">
      <p ref={focusOnArrival} tabIndex={-1} className="text-sm outline-none">
        {COPY.once}
      </p>
      <output
        aria-label={COPY.field}
        translate="no"
        className="rounded-box border border-line-strong bg-surface-raised px-3 py-2 text-sm break-all select-all"
      >
        {address}
      </output>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={() => void copyLink(address, COPY.copied)}>
          {COPY.copy}
        </Button>
        <LinkButton href={subscription(address)} look="secondary" size="small">
          {COPY.subscribe}
        </LinkButton>
      </div>
    </div>
  );
}
