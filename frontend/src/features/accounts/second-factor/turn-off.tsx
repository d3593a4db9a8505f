// Turning the second factor off, with password and code.
import { useTurnOffSecondFactor } from '../api';
import { ProofDialog } from './proof-dialog';

const COPY = {
  on: 'On. Signing in asks for your password and a code.',
  open: 'Turn Off',
  title: 'Turn the second factor off?',
  text: 'Signing in then asks for your password alone, and the recovery codes no longer work.',
  confirm: 'Turn Off',
  busy: 'Turning off…',
  keep: 'Keep It On',
  done: { title: 'The second factor is off' },
  failed: 'The second factor was not turned off',
};

export function TurnOff() {
  const { mutate, isPending } = useTurnOffSecondFactor();
  return (
    <>
      <p className="mb-5 text-sm">{COPY.on}</p>
      <ProofDialog copy={COPY} withCode busy={isPending} onProof={mutate} />
    </>
  );
}
