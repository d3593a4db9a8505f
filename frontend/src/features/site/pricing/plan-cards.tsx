// The three plans as cards side by side; the recommended one is dark.
import { Check } from 'lucide-react';

import { classNames } from '@/lib/class-names';
import { plans, price as priceOf } from '@/settings/plans';

import { PlanButton } from './plan-button';

export function PlanCards() {
  return (
    <ul className="grid gap-4 lg:grid-cols-3 lg:gap-0">
      {plans.map((plan) => {
        const recommended = plan.key === 'premium';
        return (
          <li
            key={plan.key}
            className={classNames(
              'flex flex-col rounded-box border p-6 sm:p-8',
              recommended
                ? 'ink-band border-transparent shadow-raised lg:-my-6 lg:py-14'
                : 'border-line bg-surface-raised lg:first:rounded-r-none lg:first:border-r-0 lg:last:rounded-l-none lg:last:border-l-0',
            )}
          >
            <div className="flex min-h-8 items-center justify-between gap-4">
              <h2 className="text-xl">{plan.name}</h2>
              {plan.badge !== null && (
                <p
                  className={classNames(
                    'rounded-box px-2 py-1 text-xs font-semibold whitespace-nowrap',
                    recommended ? 'bg-accent text-accent-ink' : 'bg-surface-sunken text-ink-muted',
                  )}
                >
                  {plan.badge}
                </p>
              )}
            </div>
            <p className="mt-6 figures">
              <span translate="no" className="display text-3xl">
                {priceOf(plan.price)}
              </span>{' '}
              <span className="text-sm text-ink-muted">{`per ${plan.per}`}</span>
            </p>
            <p className="mt-2 text-sm text-ink-muted">{plan.note}</p>
            <ul className="mt-8 grid grow content-start gap-3 border-t border-line pt-6">
              {plan.features.map((feature) => (
                <li key={feature} className="flex gap-3 text-sm">
                  <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-accent" />
                  <span>{feature}</span>
                </li>
              ))}
            </ul>
            <PlanButton
              plan={plan}
              look={recommended ? 'primary' : 'secondary'}
              className="mt-8 w-full"
            />
          </li>
        );
      })}
    </ul>
  );
}
