// The dialog that asks for a proof: a script of its own, loaded when it is first opened.
import type { ComponentProps } from 'react';

import { Dialog } from '@/ui/dialog/dialog';

import { ProofForm } from './proof-form';

interface ProofPanelProps extends ComponentProps<typeof ProofForm> {
  title: string;
  text: string;
}

export function ProofPanel({ title, text, ...form }: ProofPanelProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) form.onCancel();
      }}
      title={title}
      description={text}
    >
      <ProofForm {...form} />
    </Dialog>
  );
}
