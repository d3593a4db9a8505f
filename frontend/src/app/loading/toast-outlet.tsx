// Loads the toasts' view before the first toast: a toast may be about a lost network.
import { useEffect, useState, type ComponentType } from 'react';

import { useToast } from '@/ui/toast/toast';

async function fetchView(): Promise<ComponentType> {
  const { Toaster } = await import('@/ui/toast/toaster');
  return Toaster;
}

/** Only fills the browser's cache. */
export function prefetchToaster(): void {
  fetchView().catch(() => {});
}

export function ToastOutlet() {
  const { toasts } = useToast();
  const [View, setView] = useState<ComponentType | null>(null);
  const newest = toasts[0]?.id;

  // Pages without calls show a toast after a form is used at the earliest.
  useEffect(() => {
    document.addEventListener('focusin', prefetchToaster, { once: true });
    return () => document.removeEventListener('focusin', prefetchToaster);
  }, []);

  useEffect(() => {
    if (newest === undefined || View !== null) return;
    // No reload, which would lose form input: the next toast tries again.
    fetchView().then(
      (view) => setView(() => view),
      () => {},
    );
  }, [newest, View]);

  return View === null || toasts.length === 0 ? null : <View />;
}
