// The dialog that asks for a proof: a script of its own, loaded when it is first opened.
import type { ComponentProps } from 'react';

import { Dialog, type DialogFailure } from '@/ui/dialog/dialog';

import { ProofForm } from './proof-form';

interface ProofPanelProps extends ComponentProps<typeof ProofForm> {
  title: string;
  text: string;
  failure: DialogFailure | undefined;
}

export function ProofPanel({ title, text, failure, ...form }: ProofPanelProps) {
  return (
    <Dialog onClose={form.onCancel} title={title} description={text} failure={failure}>
      <ProofForm {...form} />
    </Dialog>
  );
}
