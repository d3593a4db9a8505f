// The sandbox's stand-in for a provider's payment page, with a button for each of its three outcomes.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import { errorMessage, isStatus } from '@/lib/api-client';
import { externalRedirect, usePageRestore } from '@/lib/external-redirect';
import { money } from '@/lib/format/money';
import { Button } from '@/ui/button';
import { ErrorPanel } from '@/ui/error-panel';
import { CountrySelect } from '@/ui/form/country-select';
import { Field } from '@/ui/form/field';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast';

import { sandboxQuery, useSandboxOutcome, type SandboxBody } from './api';

const COPY = {
  unknown:
    'There is no such payment here. It may be over, or this server takes no sandbox payments.',
  loadFailed: 'The payment could not be loaded.',
  failed: 'The answer did not arrive',
  country: 'Country of the billing address',
  chosen: 'The country of the order',
  another: 'Another one than that of the order flags the order for the staff.',
};

export function SandboxPayment({ reference }: { reference: string }) {
  const { data: order, error, isFetching, refetch } = useQuery(sandboxQuery(reference));
  const { mutate, reset, isPending, isSuccess } = useSandboxOutcome(reference);
  const [country, setCountry] = useState('');
  usePageRestore(useCallback(() => reset(), [reset]));

  if (isStatus(error, 404)) return <p className="max-w-prose">{COPY.unknown}</p>;
  if (order === undefined && error !== null) {
    return (
      <ErrorPanel
        title={COPY.loadFailed}
        detail={errorMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (order === undefined) return <Skeleton className="h-72" />;

  const busy = isPending || isSuccess;
  const press = (outcome: SandboxBody['outcome']) => () =>
    mutate(country === '' ? { outcome } : { outcome, country }, {
      onSuccess: ({ url }) => externalRedirect.to(url),
      onError: (failure) =>
        toast({ title: COPY.failed, description: errorMessage(failure), destructive: true }),
    });
  return (
    <section
      aria-labelledby="sandbox-order"
      className="rounded-box border border-line bg-surface-raised p-6 figures sm:p-8"
    >
      <h2 id="sandbox-order" className="text-xl">
        What would be paid
      </h2>
      <dl className="mt-6 text-sm">
        <div className="flex items-baseline justify-between gap-4 border-t border-line py-3">
          <dt className="text-lg font-semibold">{order.title}</dt>
          <dd translate="no" className="display text-2xl">
            {money(order.total, order.currency)}
          </dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3">
          <dt className="text-ink-muted">Receipt goes to</dt>
          <dd className="min-w-0 break-all">{order.email}</dd>
        </div>
      </dl>
      {order.country && (
        <Field label={COPY.country} hint={COPY.another}>
          {(control) => (
            <CountrySelect
              {...control}
              none={COPY.chosen}
              value={country}
              onChange={({ target }) => setCountry(target.value)}
            />
          )}
        </Field>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-3">
        <Button busy={busy} onClick={press('pay')}>
          Pay
        </Button>
        <Button busy={busy} look="danger" onClick={press('decline')}>
          Decline
        </Button>
        <Button busy={busy} look="secondary" onClick={press('abandon')}>
          Abandon
        </Button>
      </div>
      <p className="mt-4 text-sm text-ink-muted">
        Pay ends as a payment that went through, Decline as a card that was refused, Abandon as a
        buyer who goes back without paying.
      </p>
    </section>
  );
}
