// What is being bought. Before the script runs the address's plan is not known: its place is kept.
import { LockKeyhole, RotateCcw } from 'lucide-react';

import { refundDays } from '@/settings/readings';
import { site } from '@/settings/site';
import type { PlanSettings } from '@/settings/site-settings';

import { CHECKOUT } from './checkout-copy';
import { OrderCosts } from './order-costs';
import type { Quote } from './quote';

interface OrderSummaryProps {
  plan: PlanSettings;
  known: boolean;
  /** What the server says that it costs; null where nobody asks, or nobody answered. */
  quote: Quote | null;
  asking: boolean;
  /** Who handles the payment, in words. */
  security: string;
}

export function OrderSummary({ plan, known, quote, asking, security }: OrderSummaryProps) {
  return (
    <section aria-labelledby="summary" className="ink-band rounded-box p-6 figures sm:p-8">
      <h2 id="summary" className="text-xl">
        {CHECKOUT.summary}
      </h2>
      <OrderCosts plan={plan} known={known} quote={quote} asking={asking} />
      <ul className="mt-4 grid gap-4 border-t border-line pt-6 text-sm text-ink-muted">
        <li className="flex gap-3">
          <LockKeyhole aria-hidden size={20} className="shrink-0 text-accent" />
          <span>
            <span className="font-semibold text-ink">Secure payment.</span> {security}
          </span>
        </li>
        <li className="flex gap-3">
          <RotateCcw aria-hidden size={20} className="shrink-0 text-accent" />
          <span>
            <span className="font-semibold text-ink">
              {refundDays('checkout')}-day money-back guarantee.
            </span>{' '}
            The full amount, without a reason.
          </span>
        </li>
      </ul>
      <p className="mt-6 text-sm text-ink-muted">
        Need help? Write to{' '}
        <a href={`mailto:${site.support.email}`} className="text-ink underline">
          {site.support.email}
        </a>
      </p>
    </section>
  );
}
