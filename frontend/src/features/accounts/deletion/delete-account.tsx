// Deleting the account: asked once more, with the password, and the code where one is wanted.
import { useDeleteAccount } from '../api';
import { ProofDialog } from '../second-factor/proof-dialog';

const COPY = {
  open: 'Delete Account',
  title: 'Delete your account?',
  text: 'Your courses, progress, answers and devices are gone for ever, and so is the link to Discord. Used keys stay used.',
  confirm: 'Delete For Ever',
  busy: 'Deleting…',
  keep: 'Keep My Account',
  done: { title: 'Your account was deleted' },
  failed: 'Your account was not deleted',
};

export function DeleteAccount({ withCode }: { withCode: boolean }) {
  const { mutate, isPending } = useDeleteAccount();
  return (
    <ProofDialog
      copy={COPY}
      withCode={withCode}
      busy={isPending}
      button={{ look: 'danger' }}
      onProof={({ currentPassword, code }, callbacks) =>
        mutate(withCode ? { currentPassword, code } : { currentPassword }, callbacks)
      }
    />
  );
}
