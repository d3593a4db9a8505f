// Shows the toasts: announced; closed by button, swipe or timeout; focused with F8.
import * as Radix from '@radix-ui/react-toast';
import { X } from 'lucide-react';

import { classNames } from '@/lib/class-names';

import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX, useToast } from './toast';

export function Toaster() {
  const { toasts, dismiss } = useToast();
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}>
      {toasts.map((item) => (
        <Radix.Root
          key={item.id}
          lang={item.lang}
          type={item.destructive === true ? 'foreground' : 'background'}
          open={item.open}
          onOpenChange={(open) => {
            if (!open) dismiss(item.id);
          }}
          className={classNames(
            // The edge, because a toast is as dark as the page's dark bands.
            'ink-band relative animate-rise rounded-box border border-l-4 border-line-strong py-4 pr-12 pl-4 shadow-raised',
            item.destructive === true ? 'border-l-danger' : 'border-l-accent',
            'data-[state=closed]:hidden data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          )}
        >
          <Radix.Title className="text-base font-semibold">{item.title}</Radix.Title>
          {item.description !== undefined && (
            <Radix.Description className="mt-1 text-sm text-ink-muted">
              {item.description}
            </Radix.Description>
          )}
          <Radix.Close
            aria-label="Dismiss"
            className="absolute top-2 right-2 grid size-10 place-items-center rounded-box text-ink-muted hover:text-ink"
          >
            <X aria-hidden size={18} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={[TOAST_HOTKEY]}
        // At the bottom of phones and tablets, where it covers neither header nor form; above the notice that stands there without a connection.
        className="fixed right-0 z-50 flex w-full flex-col gap-2 p-4 outline-none max-lg:bottom-0 max-lg:in-[html:has([data-connection-notice])]:bottom-28 md:max-w-[420px] lg:top-16"
      />
    </Radix.Provider>
  );
}
