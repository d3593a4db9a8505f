// The checkout page: what is bought beside how it is paid. Which form it is, the server says.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { ErrorPanel } from '@/ui/error-panel';
import { Spinner } from '@/ui/spinner';

import { CHECKOUT } from './checkout-copy';
import { useHydrated } from '@/lib/hydrated';
import { OrderSummary } from './order-summary';
import { planFor, plans } from './plans';
import { usePlanQuote, type PlanQuote } from './quote';
import { useSiteModes } from './site-modes';

/** The plan that an unknown one in the address costs the same as, for a server that needs a known one. */
const FALLBACK_KEY = 'basic';

const SECURITY = {
  simulated: 'Nothing that you type here is sent or stored.',
  hosted: 'Your card is seen by our payment provider, never by us.',
};

interface CheckoutProps {
  /** The form as specified. The same element at every render. */
  form: ReactNode;
  /** The form of a server that takes payments, for a plan's key and what the plan costs. */
  hostedForm: (plan: string, costs: PlanQuote) => ReactNode;
}

export function Checkout({ form, hostedForm }: CheckoutProps) {
  const hydrated = useHydrated();
  const [query] = useSearchParams();
  const site = useSiteModes();
  // The prerendered page belongs to no plan: the address counts once the script runs.
  const key = hydrated ? query.get('plan') : null;
  const known = plans.find((plan) => plan.key === key);
  const hosted = site.state === 'known' && site.modes.payments !== 'simulated';
  const sold = known?.key ?? FALLBACK_KEY;
  const costs = usePlanQuote(hosted && known?.button !== null ? sold : null);

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[7fr_5fr] lg:gap-12">
      <div className="lg:sticky lg:top-24 lg:order-last">
        <OrderSummary
          plan={planFor(key)}
          known={hydrated}
          quote={costs.quote}
          asking={costs.asking}
          security={hosted ? SECURITY.hosted : SECURITY.simulated}
        />
      </div>
      <section
        aria-labelledby="payment"
        className="rounded-box border border-line bg-surface-raised p-6 sm:p-8"
      >
        <h2 id="payment" className="mb-6 text-xl">
          {CHECKOUT.payment}
        </h2>
        <noscript>
          <p className="mb-6 rounded-box bg-surface-sunken p-4 text-sm">
            This form needs JavaScript. Without it, write to the address above.
          </p>
        </noscript>
        {site.state === 'failed' && (
          <ErrorPanel
            title="The payment form could not be prepared."
            detail="The server did not say how payments are taken. Nothing was charged."
            onRetry={site.retry}
          />
        )}
        {hosted &&
          (known?.button === null ? (
            <p>This plan cannot be bought yet. Choose another one.</p>
          ) : (
            hostedForm(sold, costs)
          ))}
        {(site.state === 'loading' || (site.state === 'known' && !hosted)) && (
          <div className="relative">
            {site.state === 'loading' && (
              <Spinner className="needs-script absolute inset-x-0 top-24" />
            )}
            {/* Until the server has said that this is the form, it only keeps its room. Disabled, so
                that a browser without scripts cannot put what is typed into an address. */}
            <fieldset
              disabled={site.state === 'loading'}
              className={site.state === 'loading' ? 'awaits-script' : ''}
            >
              {form}
            </fieldset>
          </div>
        )}
      </section>
    </div>
  );
}
