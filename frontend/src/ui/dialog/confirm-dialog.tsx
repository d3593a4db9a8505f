// A button for what cannot be taken back, and the dialog that asks once more.
import { Suspense } from 'react';

import { Button } from '../button';
import type { ButtonLook, ButtonSize } from '../button-style';
import { lazyPart } from '../lazy-part';
import type { DialogFailure } from './dialog';
import { useAsking } from './use-asking';

const Dialog = lazyPart(async () => (await import('./dialog')).Dialog);

interface ConfirmDialogProps {
  /** `action` is on both buttons, and with a question mark the dialog's title. */
  copy: { action: string; text: string; keep: string };
  busy: boolean;
  /** Closes the dialog by `close`, where the dialog is still there; `fail` says why nothing was done. */
  onConfirm: (close: () => void, fail: (failure: DialogFailure) => void) => void;
  /** Of the button that opens the dialog. */
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { copy, busy, onConfirm, look = 'danger', size = 'normal', className } = props;
  const { action, text, keep } = copy;
  const { asking, failure, open, close, begin, fail } = useAsking();
  return (
    <>
      <Button look={look} size={size} className={className} onClick={open}>
        {action}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <Dialog onClose={close} title={`${action}?`} description={text} failure={failure}>
            <div className="flex flex-wrap gap-3">
              <Button
                look="danger"
                busy={busy}
                onClick={() => {
                  begin();
                  onConfirm(close, fail);
                }}
              >
                {action}
              </Button>
              <Button look="quiet" onClick={close}>
                {keep}
              </Button>
            </div>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
