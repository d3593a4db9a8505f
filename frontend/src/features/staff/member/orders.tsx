// The orders of a member, each with its refund.
import { useId } from 'react';

import { shortDay } from '@/lib/format/dates';
import { plainMoney } from '@/lib/format/money';

import { LongList } from '../long-list';
import { Refund } from '../mend/refund';
import { detailStyle, rowStyle, titleStyle } from '../row';
import type { MemberOrder } from './api';

const COPY = {
  label: 'Orders',
  empty: 'No order.',
  refunded: (sum: string) => `${sum} given back`,
  standing: { pending: 'refund pending', failed: 'refund failed, owed' },
  keys: 'Purchase keys of the order',
  quantity: (quantity: number) => (quantity > 1 ? `${quantity} bought` : undefined),
  paid: (date: string) => `paid ${date}`,
};

/** Of these the payment, or what is left of it, can be given back. */
const REFUNDED_FROM = ['paid', 'flagged', 'failed', 'refunded'];

function isRefundable({ state, paidAt, total, refunded }: MemberOrder): boolean {
  if (!REFUNDED_FROM.includes(state) || refunded >= total) return false;
  return state !== 'failed' || Boolean(paidAt);
}

function Row({ order }: { order: MemberOrder }) {
  const nameId = useId();
  const { reference, title, total, refunded, refund, currency, state, paidAt, quantity, keys } =
    order;
  const details = [
    COPY.quantity(quantity),
    plainMoney(total, currency),
    paidAt ? COPY.paid(shortDay(paidAt)) : state.replace('_', ' '),
    refunded > 0 ? COPY.refunded(plainMoney(refunded, currency)) : undefined,
    refund === 'pending' || refund === 'failed' ? COPY.standing[refund] : undefined,
    paidAt && state !== 'paid' ? state.replace('_', ' ') : undefined,
  ];
  return (
    <li className={rowStyle}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p id={nameId} className={titleStyle}>
            {title}
          </p>
          <p className={detailStyle}>{details.filter((part) => part !== undefined).join(', ')}</p>
          <p translate="no" className="text-xs break-all text-ink-muted figures select-all">
            {reference}
          </p>
          {keys.length > 0 && (
            <ul aria-label={COPY.keys} className="mt-1 text-sm figures">
              {keys.map(({ id, key, state: keyState }) => (
                <li key={id}>
                  <span translate="no" className="break-all select-all">
                    {key}
                  </span>
                  <span>{`, ${keyState}`}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Refund
          reference={reference}
          of={nameId}
          offered={isRefundable(order)}
          order={order}
          refunded={refunded}
        />
      </div>
    </li>
  );
}

export function Orders({ orders }: { orders: readonly MemberOrder[] }) {
  return (
    <LongList items={orders} label={COPY.label} empty={COPY.empty}>
      {(order) => <Row key={order.reference} order={order} />}
    </LongList>
  );
}
