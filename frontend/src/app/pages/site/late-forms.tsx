// The public forms, which come after their page: prerendered with it, so that they are seen and keep their
// room, but their script is no part of the page's own. React leaves the prerendered form as it is until
// the script is there. Each is one element for ever: an update around it must not reach into a form
// that is not taken over yet.
import { lazy, Suspense, type ReactNode } from 'react';

import type { PlanQuote } from '@/features/site/quote';
import { Spinner } from '@/ui/spinner';

import { loadOrReload } from '../../chunk-failure';

const LateCheckoutForm = import.meta.env.SSR
  ? (await import('@/features/site/checkout-form')).CheckoutForm
  : lazy(async () => {
      const file = await loadOrReload(() => import('@/features/site/checkout-form'));
      return { default: file.CheckoutForm };
    });

const LateContactForm = import.meta.env.SSR
  ? (await import('@/features/site/contact-form')).ContactForm
  : lazy(async () => {
      const file = await loadOrReload(() => import('@/features/site/contact-form'));
      return { default: file.ContactForm };
    });

// Never prerendered: only a server with real payments shows it.
const LateHostedForm = lazy(async () => {
  const file = await loadOrReload(() => import('@/features/site/hosted-checkout-form'));
  return { default: file.HostedCheckoutForm };
});

const waiting = <Spinner className="min-h-96" />;

export const checkoutForm = (
  <Suspense fallback={waiting}>
    <LateCheckoutForm />
  </Suspense>
);

export const contactForm = (
  <Suspense fallback={waiting}>
    <LateContactForm />
  </Suspense>
);

export function hostedCheckoutForm(plan: string, costs: PlanQuote): ReactNode {
  return (
    <Suspense fallback={waiting}>
      <LateHostedForm plan={plan} costs={costs} />
    </Suspense>
  );
}
