// What is being bought. The plan is in the address, which only the script can read: until then its space is kept.
import { LockKeyhole, RotateCcw } from 'lucide-react';

import { refundDays } from '@/settings/readings';
import { site } from '@/settings/own-site';
import type { PlanSettings } from '@/settings/site-settings';

import { CHECKOUT } from '../copy';
import type { PlanQuote } from '../quote';
import { OrderCosts } from './order-costs';

interface OrderSummaryProps {
  plan: PlanSettings;
  known: boolean;
  planQuote: Pick<PlanQuote, 'quote' | 'loading' | 'awaitsCountry' | 'quantity'>;
  /** The sentence about who handles the payment. */
  security: string;
}

export function OrderSummary({ plan, known, planQuote, security }: OrderSummaryProps) {
  return (
    <section aria-labelledby="summary" className="ink-band rounded-box p-6 figures sm:p-8">
      <h2 id="summary" className="text-xl">
        {CHECKOUT.summary}
      </h2>
      <OrderCosts plan={plan} known={known} {...planQuote} />
      <ul className="mt-4 grid gap-4 border-t border-line pt-6 text-sm text-ink-muted">
        <li className="flex gap-3">
          <LockKeyhole aria-hidden size={20} className="shrink-0 text-accent" />
          <span>
            <span className="font-semibold text-ink">Secure payment.</span>
            <span>{` ${security}`}</span>
          </span>
        </li>
        <li className="flex gap-3">
          <RotateCcw aria-hidden size={20} className="shrink-0 text-accent" />
          <span>
            <span className="font-semibold text-ink">
              {`${refundDays('checkout')}-day money-back guarantee.`}
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
