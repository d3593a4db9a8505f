// The checkout forms, whose scripts load after the page. The simulated one is prerendered with the page, so that
// it is seen at once and nothing moves; React keeps the prerendered form until its script is loaded.
import { lazy, Suspense } from 'react';

import type { PlanQuote } from '@/features/checkout/quote';
import type { Elements } from '@/ui/elements';
import { Spinner } from '@/ui/spinner';

import { loadOrReload } from '../../loading/chunk-failure';

const DeferredSimulatedForm = import.meta.env.SSR
  ? (await import('@/features/checkout/simulated/simulated-checkout-form')).SimulatedCheckoutForm
  : lazy(async () => {
      const file = await loadOrReload(
        () => import('@/features/checkout/simulated/simulated-checkout-form'),
      );
      return { default: file.SimulatedCheckoutForm };
    });

// Not prerendered: only a server that takes payments shows it.
const DeferredHostedForm = lazy(async () => {
  const file = await loadOrReload(() => import('@/features/checkout/hosted/hosted-checkout-form'));
  return { default: file.HostedCheckoutForm };
});

const fallback = <Spinner className="min-h-96" />;

/** One element for all renders: an update must not reach a form that is not hydrated yet. */
export const simulatedCheckoutForm = (
  <Suspense fallback={fallback}>
    <DeferredSimulatedForm />
  </Suspense>
);

export function hostedCheckoutForm(plan: string, planQuote: PlanQuote): Elements {
  return (
    <Suspense fallback={fallback}>
      <DeferredHostedForm plan={plan} planQuote={planQuote} />
    </Suspense>
  );
}
