// A modal dialog with a title and a close button. The browser keeps the focus inside, and leaves nothing else of the page to be reached:
// a toast too, so that what is said while a dialog is open is said in it. The page behind does not scroll.
import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

/** Why what the dialog asks for was not done. */
export interface DialogFailure {
  title: string;
  description: string;
}

interface DialogProps {
  onClose: () => void;
  title: string;
  description?: string;
  failure?: DialogFailure | undefined;
  children: ReactNode;
}

/** Open as long as it is there. */
export function Dialog({ onClose, title, description, failure, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    const { style, clientWidth } = document.documentElement;
    // In the place of the scrollbar, so that the page behind does not move.
    style.paddingRight = `${window.innerWidth - clientWidth}px`;
    style.overflow = 'hidden';
    return () => {
      style.overflow = '';
      style.paddingRight = '';
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does it too
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // What is outside of the dialog is its backdrop; a selection of text that ends there closes nothing.
      onPointerDown={({ target, currentTarget }) => {
        pressedOutside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressedOutside.current) onClose();
      }}
      className="m-auto max-h-[85vh] w-[calc(100vw-2rem)] max-w-narrow overflow-y-auto rounded-box border border-line bg-surface-raised text-ink shadow-raised"
    >
      <div className="relative p-6">
        <h2 id={`${id}-title`} className="pr-10 text-xl">
          {title}
        </h2>
        {description !== undefined && (
          <p id={`${id}-description`} className="mt-2 text-sm text-ink-muted">
            {description}
          </p>
        )}
        <div role="alert" className="mt-4 text-sm text-danger empty:hidden">
          {failure && <p className="font-semibold">{failure.title}</p>}
          {failure && <p>{failure.description}</p>}
        </div>
        <div className="mt-4">{children}</div>
        <button
          type="button"
          aria-label="Close"
          className="absolute top-4 right-4 grid size-10 place-items-center rounded-box text-ink-muted hover:text-ink"
          onClick={onClose}
        >
          <X aria-hidden size={20} />
        </button>
      </div>
    </dialog>
  );
}
