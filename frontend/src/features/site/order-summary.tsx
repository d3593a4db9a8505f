// What is being bought. Before the script runs the address's plan is not known: its place is kept.
import { LockKeyhole, RotateCcw } from 'lucide-react';

import { refundDays } from '@/settings/readings';
import { site } from '@/settings/site';
import type { PlanSettings } from '@/settings/site-settings';

import { classNames } from '@/lib/class-names';

import { CHECKOUT } from './checkout-copy';
import { dollars } from './plans';

interface OrderSummaryProps {
  plan: PlanSettings;
  known: boolean;
  /** Who handles the payment, in words. */
  security: string;
}

export function OrderSummary({ plan, known, security }: OrderSummaryProps) {
  const waits = classNames(!known && 'awaits-script');
  return (
    <section aria-labelledby="summary" className="ink-band rounded-box p-6 figures sm:p-8">
      <h2 id="summary" className="text-xl">
        {CHECKOUT.summary}
      </h2>
      <dl className="mt-6 text-sm">
        <div className="flex items-baseline justify-between gap-4">
          <dt className={classNames('text-lg font-semibold', waits)}>{plan.name}</dt>
          <dd className={classNames('text-lg', waits)}>{dollars(plan.price)}</dd>
        </div>
        <div className="mt-1 text-ink-muted">
          <dt className="sr-only">Description</dt>
          <dd className={waits}>{plan.description}</dd>
        </div>
        <div className="mt-6 flex justify-between gap-4 border-t border-line py-3">
          <dt className="text-ink-muted">Duration</dt>
          <dd className={waits}>{plan.duration}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <dt className="text-base">Total</dt>
          <dd className={classNames('display text-2xl', waits)}>{dollars(plan.price)}</dd>
        </div>
      </dl>
      <ul className="mt-8 grid gap-4 border-t border-line pt-6 text-sm text-ink-muted">
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
