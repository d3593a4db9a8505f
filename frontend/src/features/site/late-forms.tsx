// The two public forms, which come after their page: prerendered with it, so that they are seen and keep
// their room, but their script is no part of the page's own. React leaves the prerendered form as it is
// until the script is there. Each is one element for ever: an update around it must not reach into a
// form that is not taken over yet.
import { lazy, Suspense } from 'react';

import { Spinner } from '@/ui/spinner';

const LateCheckoutForm = import.meta.env.SSR
  ? (await import('./checkout-form')).CheckoutForm
  : lazy(async () => {
      const { CheckoutForm: form } = await import('./checkout-form');
      return { default: form };
    });

const LateContactForm = import.meta.env.SSR
  ? (await import('./contact-form')).ContactForm
  : lazy(async () => {
      const { ContactForm: form } = await import('./contact-form');
      return { default: form };
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
