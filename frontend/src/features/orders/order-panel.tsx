// The order's title, total, status and number.
import { money } from '@/lib/format/money';

import type { Order } from './api';
import { STATUS_COPY } from './order-copy';

/** The reference is the order number followed by a signature, which is not shown. */
const NUMBER_LENGTH = 32;

export function OrderPanel({ order, reference }: { order: Order; reference: string }) {
  return (
    <section
      aria-labelledby="order"
      className="ink-band rounded-box p-6 figures sm:p-8 lg:self-start"
    >
      <h2 id="order" className="text-xl">
        Your order
      </h2>
      <dl className="mt-6 text-sm">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-lg font-semibold">{order.title}</dt>
          <dd translate="no" className="text-lg">
            {money(order.total, order.currency)}
          </dd>
        </div>
        {/* The buyer of an open order may have paid: the page says what it waits for. */}
        {order.status !== 'open' && (
          <div className="mt-6 flex flex-wrap justify-between gap-x-4 border-t border-line pt-3">
            <dt className="text-ink-muted">Status</dt>
            <dd>{STATUS_COPY[order.status]}</dd>
          </div>
        )}
        <div className="mt-3 border-t border-line pt-3">
          <dt className="text-ink-muted">Order number</dt>
          <dd translate="no" className="mt-1 break-all">
            {reference.slice(0, NUMBER_LENGTH)}
          </dd>
        </div>
      </dl>
      <p className="mt-6 border-t border-line pt-4 text-sm text-ink-muted">
        Only this tab shows the order: the address of this page opens nothing elsewhere.
      </p>
    </section>
  );
}
