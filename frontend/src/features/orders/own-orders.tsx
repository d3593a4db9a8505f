// The member's orders, newest first, each with its receipt.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId } from 'react';

import { errorMessage } from '@/lib/api-client';
import { dateAndTime } from '@/lib/format/dates';
import { money } from '@/lib/format/money';
import { buttonStyle } from '@/ui/button-style';
import { ErrorPanel } from '@/ui/error-panel';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import { ownOrdersQuery, type OwnOrder } from './api';
import { STATUS_COPY } from './order-copy';
import { WithdrawOrder } from './withdrawal/withdraw-order';

const COPY = {
  loadFailed: 'Your orders could not be loaded.',
  withdrawn: (time: string) => `Withdrawn on ${time}`,
  empty: 'No orders yet. What you buy here is listed with its receipt.',
};

function DocumentLink({ url, name, title }: { url: string; name: string; title: string }) {
  return (
    <a href={url} download className={buttonStyle('secondary', 'small', 'figures')}>
      <Download aria-hidden size={16} />
      <span>
        {name}
        <span className="sr-only"> for {title} (PDF)</span>
      </span>
    </a>
  );
}

function Row({ order }: { order: OwnOrder }) {
  const { title, total, currency, status, createdAt, paidAt, withdrawnAt } = order;
  const { receiptUrl, receiptNumber, creditNotes, canWithdraw } = order;
  const titleId = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4">
      <div className="min-w-0">
        <p id={titleId} className="font-semibold">
          {title}
        </p>
        <p className="text-xs text-ink-muted figures">
          {money(total, currency)} · {STATUS_COPY[status]}
          <br />
          {dateAndTime(paidAt ?? createdAt)}
          {withdrawnAt !== undefined && withdrawnAt !== null && (
            <>
              <br />
              {COPY.withdrawn(dateAndTime(withdrawnAt))}
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {receiptUrl !== undefined && receiptUrl !== null && (
          <DocumentLink url={receiptUrl} name={`Receipt ${receiptNumber}`} title={title} />
        )}
        {creditNotes.map(({ number, url }) => (
          <DocumentLink key={number} url={url} name={`Credit note ${number}`} title={title} />
        ))}
      </div>
      {canWithdraw && <WithdrawOrder order={order} titleId={titleId} />}
    </li>
  );
}

export function OwnOrders() {
  const { data: orders, error, isFetching, refetch } = useQuery(ownOrdersQuery);

  if (orders === undefined && error !== null) {
    return (
      <ErrorPanel
        title={COPY.loadFailed}
        detail={errorMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (orders === undefined) {
    return (
      <div className="grid gap-4">
        <Spinner label="Loading your orders…" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (orders.length === 0) return <p className="text-sm text-ink-muted">{COPY.empty}</p>;
  return (
    <ul className="border-t border-line">
      {orders.map((order) => (
        <Row key={order.reference} order={order} />
      ))}
    </ul>
  );
}
