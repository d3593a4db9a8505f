// The contact form, whose script loads after the page. It is prerendered with the page, so that it is seen at once
// and nothing moves; React keeps the prerendered form until its script is loaded.
import { lazy, Suspense } from 'react';

import { Spinner } from '@/ui/spinner';

import { loadOrReload } from '../../loading/chunk-failure';

const DeferredContactForm = import.meta.env.SSR
  ? (await import('@/features/site/contact/contact-form')).ContactForm
  : lazy(async () => {
      const file = await loadOrReload(() => import('@/features/site/contact/contact-form'));
      return { default: file.ContactForm };
    });

/** One element for all renders: an update must not reach a form that is not hydrated yet. */
export const contactForm = (
  <Suspense fallback={<Spinner className="min-h-96" />}>
    <DeferredContactForm />
  </Suspense>
);
