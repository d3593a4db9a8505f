// Loads the view of notices with the first notice.
import { lazy, Suspense } from 'react';

import { useToast } from '@/ui/toast';

import { loadOrReload } from './chunk-failure';

const Toaster = lazy(async () => {
  const { Toaster: view } = await loadOrReload(() => import('@/ui/toaster'));
  return { default: view };
});

export function ToastOutlet() {
  const { toasts } = useToast();
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
