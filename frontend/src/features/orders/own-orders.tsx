// The member's orders, newest first, each with its receipt.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId } from 'react';

import { dateAndTime } from '@/lib/format/dates';
import { money } from '@/lib/format/money';
import { buttonStyle } from '@/ui/button-style';
import { QueryList } from '@/ui/query/query-list';

import { ownOrdersQuery, type OwnOrder } from './api';
import { STATUS_COPY } from './order-copy';
import { WithdrawOrder } from './withdrawal/withdraw-order';

const COPY = {
  loading: 'Loading your orders…',
  loadFailed: 'Your orders could not be loaded.',
  withdrawn: (time: string) => `Withdrawn on ${time}`,
  empty: 'No orders yet. What you buy here is listed with its receipt.',
};

function DocumentLink({ url, name, title }: { url: string; name: string; title: string }) {
  return (
    <a href={url} download className={buttonStyle('secondary', 'small', 'figures')}>
      <Download aria-hidden size={16} />
      <span>
        <span>{name}</span>
        <span className="sr-only">{` for ${title} (PDF)`}</span>
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
          <span>{`${money(total, currency)} · ${STATUS_COPY[status]}`}</span>
          <br />
          <span>{dateAndTime(paidAt ?? createdAt)}</span>
          {withdrawnAt !== undefined && withdrawnAt !== null && (
            <>
              <br />
              <span>{COPY.withdrawn(dateAndTime(withdrawnAt))}</span>
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
  const orders = useQuery(ownOrdersQuery);
  return (
    <QueryList query={orders} copy={COPY}>
      {(order) => <Row key={order.reference} order={order} />}
    </QueryList>
  );
}
