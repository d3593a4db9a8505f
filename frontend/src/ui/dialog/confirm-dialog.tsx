// A button for what cannot be taken back, and the dialog that asks once more.
import { Suspense, useState } from 'react';

import { Button } from '../button';
import type { ButtonSize } from '../button-style';
import { lazyPart } from '../lazy-part';
import type { DialogFailure } from './dialog';

const Dialog = lazyPart(async () => (await import('./dialog')).Dialog);

interface ConfirmDialogProps {
  /** `action` is on both buttons, and with a question mark the dialog's title. */
  copy: { action: string; text: string; keep: string };
  busy: boolean;
  /** Closes the dialog by `close`, where the dialog is still there; `fail` says in it why nothing was done. */
  onConfirm: (close: () => void, fail: (failure: DialogFailure) => void) => void;
  /** Of the button that opens the dialog. */
  size?: ButtonSize;
  className?: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { copy, busy, onConfirm, size = 'normal', className } = props;
  const { action, text, keep } = copy;
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<DialogFailure>();
  const close = () => setAsking(false);
  const open = () => {
    setFailure(undefined);
    setAsking(true);
  };
  return (
    <>
      <Button look="danger" size={size} className={className} onClick={open}>
        {action}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <Dialog onClose={close} title={`${action}?`} description={text} failure={failure}>
            <div className="flex flex-wrap gap-3">
              <Button look="danger" busy={busy} onClick={() => onConfirm(close, setFailure)}>
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
