// Loads the view of notices before the first one is due: a notice may be about the network being gone.
import { useEffect, useState, type ComponentType } from 'react';

import { useToast } from '@/ui/toast';

async function fetchView(): Promise<ComponentType> {
  const { Toaster } = await import('@/ui/toaster');
  return Toaster;
}

/** Only warms the cache. */
export function prefetchToaster(): void {
  fetchView().catch(() => {});
}

export function ToastOutlet() {
  const { toasts } = useToast();
  const [View, setView] = useState<ComponentType | null>(null);
  const newest = toasts[0]?.id;

  // Pages that fetch nothing show a notice after a form at the earliest.
  useEffect(() => {
    document.addEventListener('focusin', prefetchToaster, { once: true });
    return () => document.removeEventListener('focusin', prefetchToaster);
  }, []);

  useEffect(() => {
    if (newest === undefined || View !== null) return;
    // Not worth a reload, which would lose what was typed: the next notice tries again.
    fetchView().then(
      (view) => setView(() => view),
      () => {},
    );
  }, [newest, View]);

  return View === null || toasts.length === 0 ? null : <View />;
}
