// What every page of staff shows without a session.
import { site } from '@/settings/own-site';

import { useSignIn } from '../api';
import { PasskeyButton } from './passkey-button';

const COPY = {
  title: (brand: string) => `Staff of ${brand}`,
  text: 'Your passkey signs you in, for eight hours at most. Half an hour without use ends it sooner.',
  ended: 'Your session has ended. Sign in again: a note or an answer that you began is still here.',
  signIn: 'Sign in with a passkey',
  help: 'No passkey on this device? An owner gives you a link with the command',
  command: 'portal staff add',
};

/** `ended`: there was a session on this page a moment ago. */
export function SignIn({ ended }: { ended: boolean }) {
  const signIn = useSignIn();
  return (
    <div className="mx-auto max-w-narrow px-4 pt-[max(4rem,14vh)] pb-16">
      <h1 className="text-2xl">{COPY.title(site.brand.name)}</h1>
      <p role="status" className="mt-3 mb-8 text-ink-muted">
        {ended ? COPY.ended : COPY.text}
      </p>
      <PasskeyButton
        label={COPY.signIn}
        busy={signIn.isPending}
        error={signIn.error}
        onClick={() => signIn.mutate()}
      />
      <p className="mt-8 border-t border-line pt-4 text-sm text-ink-muted">
        {COPY.help} <code translate="no">{COPY.command}</code>.
      </p>
    </div>
  );
}
