// Removing a passkey, with the password.
import { ProofDialog } from '../second-factor/proof-dialog';
import { useRemovePasskey, type Passkey } from './api';

const COPY = {
  open: 'Remove',
  title: (name: string) => `Remove the passkey “${name}”?`,
  text: 'It no longer signs you in. Your device keeps its part until you delete it there.',
  confirm: 'Remove',
  busy: 'Removing…',
  keep: 'Keep It',
  done: { title: 'Passkey removed' },
  failed: 'The passkey was not removed',
};

interface RemovePasskeyProps {
  passkey: Passkey;
  /** The element that names the passkey. */
  nameId: string;
}

export function RemovePasskey({ passkey, nameId }: RemovePasskeyProps) {
  const { id, name } = passkey;
  const { mutate, isPending } = useRemovePasskey();
  return (
    <ProofDialog
      copy={{ ...COPY, title: COPY.title(name) }}
      withCode={false}
      busy={isPending}
      button={{ size: 'small', className: 'shrink-0', 'aria-describedby': nameId }}
      onProof={({ currentPassword }, callbacks) => mutate({ id, currentPassword }, callbacks)}
    />
  );
}
