// The plans on the home page, one row each, with prices in one column.
import { classNames } from '@/lib/class-names';
import { plans, price as priceOf } from '@/settings/plans';

import { PlanButton } from './plan-button';

export function PlanRows() {
  return (
    <ul className="border-t border-ink">
      {plans.map((plan) => (
        <li
          key={plan.key}
          className={classNames(
            'grid items-center gap-x-8 gap-y-4 border-b border-line py-6 sm:grid-cols-[1fr_auto] lg:grid-cols-[5fr_3fr_4fr_12rem]',
            plan.key === 'premium' && 'bg-accent-soft max-lg:-mx-4 max-lg:px-4 lg:-mx-6 lg:px-6',
          )}
        >
          <div>
            <h3 className="text-xl">{plan.name}</h3>
            {plan.badge !== null && (
              <p className="mt-1 text-xs font-semibold text-accent">{plan.badge}</p>
            )}
          </div>
          <p className="figures sm:text-right lg:text-left">
            <span translate="no" className="display text-2xl">
              {priceOf(plan.price)}
            </span>{' '}
            <span className="text-sm text-ink-muted">{`per ${plan.per}`}</span>
          </p>
          <p className="text-sm text-ink-muted">{plan.note}</p>
          <PlanButton plan={plan} look={plan.key === 'premium' ? 'primary' : 'secondary'} />
        </li>
      ))}
    </ul>
  );
}
