// A modal dialog with a title and a close button, which keeps the focus inside.
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Overlay className="fixed inset-0 z-40 bg-dark/60" />
      <Radix.Content
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        onOpenAutoFocus={() => {
          opener.current = document.activeElement;
        }}
        // Radix returns the focus only to its own trigger; these dialogs are opened by state.
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
        className="fixed top-1/2 left-1/2 z-50 max-h-[85vh] w-[calc(100vw-2rem)] max-w-narrow -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-box border border-line bg-surface-raised p-6 text-ink shadow-raised"
      >
        <Radix.Title className="pr-10 text-xl">{title}</Radix.Title>
        {description !== undefined && (
          <Radix.Description className="mt-2 text-sm text-ink-muted">
            {description}
          </Radix.Description>
        )}
        <div className="mt-4">{children}</div>
        <Radix.Close
          aria-label="Close"
          className="absolute top-4 right-4 grid size-10 place-items-center rounded-box text-ink-muted hover:text-ink"
        >
          <X aria-hidden size={20} />
        </Radix.Close>
      </Radix.Content>
    </Radix.Root>
  );
}
