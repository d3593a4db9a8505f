// The withdrawal form, whose script loads after the page. It is prerendered with the page, so that it is seen at once
// and nothing moves; React keeps the prerendered form until its script is loaded.
import { lazy, Suspense } from 'react';

import { Spinner } from '@/ui/spinner';

import { loadOrReload } from '../../loading/chunk-failure';

const DeferredWithdrawalForm = import.meta.env.SSR
  ? (await import('@/features/orders/withdrawal/withdrawal-form')).WithdrawalForm
  : lazy(async () => {
      const file = await loadOrReload(() => import('@/features/orders/withdrawal/withdrawal-form'));
      return { default: file.WithdrawalForm };
    });

/** One element for all renders: an update must not reach a form that is not hydrated yet. */
export const withdrawalForm = (
  <Suspense fallback={<Spinner className="min-h-96" />}>
    <DeferredWithdrawalForm />
  </Suspense>
);
