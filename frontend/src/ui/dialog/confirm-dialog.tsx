// A button for what cannot be taken back, and the dialog that asks once more.
import { Suspense, useState } from 'react';

import { Button } from '../button';
import type { ButtonSize } from '../button-style';
import { lazyPart } from '../lazy-part';

const Dialog = lazyPart(async () => (await import('./dialog')).Dialog);

interface ConfirmDialogProps {
  /** `action` is on both buttons, and with a question mark the dialog's title. */
  copy: { action: string; text: string; keep: string };
  busy: boolean;
  /** Closes the dialog by `close`, where the dialog is still there. */
  onConfirm: (close: () => void) => void;
  /** Of the button that opens the dialog. */
  size?: ButtonSize;
  className?: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { copy, busy, onConfirm, size = 'normal', className } = props;
  const { action, text, keep } = copy;
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button look="danger" size={size} className={className} onClick={() => setAsking(true)}>
        {action}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <Dialog open onOpenChange={setAsking} title={`${action}?`} description={text}>
            <div className="flex flex-wrap gap-3">
              <Button look="danger" busy={busy} onClick={() => onConfirm(close)}>
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
