// The order summary beside the payment form. The server's payment mode decides which form is shown.
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';

import { CHECKOUT } from '@/features/checkout/copy';
import { usePlanQuote, type PlanQuote } from '@/features/checkout/quote';
import { OrderSummary } from '@/features/checkout/summary/order-summary';
import { money } from '@/lib/format/money';
import { useHydrated } from '@/lib/hydration/hydrated';
import { useSiteModes } from '@/lib/site-modes';
import { planFor, plans, price as priceOf } from '@/settings/plans';
import type { Elements } from '@/ui/elements';
import { ErrorPanel } from '@/ui/error-panel';
import { Spinner } from '@/ui/spinner';

/** An unknown plan in the address has this plan's price; the server needs a known key. */
const FALLBACK_KEY = 'basic';

const COPY = {
  simulated: 'This is a demonstration: no money moves and no order is made.',
  bought: (quantity: number, name: string, total: string) =>
    `${quantity > 1 ? `${quantity} × ` : ''}${name}, ${total} in total`,
};

const SECURITY = {
  simulated: 'Nothing that you type here is sent or stored.',
  hosted: 'Your card is seen by our payment provider, never by us.',
};

interface PlanCheckoutProps {
  /** The simulated form. The same element at every render. */
  simulatedForm: Elements;
  /** The form of a server that takes payments, for a plan's key and its quote. */
  HostedForm: ComponentType<{ plan: string; planQuote: PlanQuote }>;
}

export function PlanCheckout({ simulatedForm, HostedForm }: PlanCheckoutProps) {
  const hydrated = useHydrated();
  const [query] = useSearchParams();
  const site = useSiteModes();
  // The prerendered page is the same for every plan; the query is read once the script runs.
  const key = hydrated ? query.get('plan') : null;
  const known = plans.find((plan) => plan.key === key);
  const hosted = site.state === 'known' && site.modes.payments !== 'simulated';
  const planKey = known?.key ?? FALLBACK_KEY;
  const planQuote = usePlanQuote(hosted && known?.button !== null ? planKey : null);
  const plan = planFor(key);
  const { quote, loading, awaitsCountry, quantity } = planQuote;
  const awaitsQuote = (loading || awaitsCountry) && quote === null;
  const bought = COPY.bought(
    quote?.quantity ?? quantity,
    plan.name,
    quote === null ? priceOf(plan.price * quantity) : money(quote.total, quote.currency),
  );

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[7fr_5fr] lg:gap-12">
      <div className="lg:sticky lg:top-24 lg:order-last">
        <OrderSummary
          plan={plan}
          known={hydrated}
          planQuote={planQuote}
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
            <HostedForm plan={planKey} planQuote={planQuote} />
          ))}
        {(site.state === 'loading' || (site.state === 'known' && !hosted)) && (
          <div className="relative">
            {site.state === 'loading' && (
              <Spinner className="needs-script absolute inset-x-0 top-24" />
            )}
            {/* Disabled and invisible until the server's payment mode is known. Without scripts it stays
                disabled, so that a browser cannot submit the input in an address. */}
            <fieldset
              disabled={site.state === 'loading'}
              className={site.state === 'loading' ? 'awaits-script' : ''}
            >
              <p className="mb-6 rounded-box bg-accent-soft px-4 py-3 text-sm font-semibold">
                {COPY.simulated}
              </p>
              {simulatedForm}
            </fieldset>
          </div>
        )}
        {/* Beside the form the summary stays in sight; in one column it is far above the button. Without the server's quote the total may be
            another one. */}
        {site.state === 'known' && known?.button !== null && !awaitsQuote && (
          <p className="mt-4 text-sm text-ink-muted figures lg:hidden">{bought}</p>
        )}
      </section>
    </div>
  );
}
