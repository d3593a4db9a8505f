// Signing in by a passkey: a button, and the browser's own list where it fills in names.
import { useEffect, useEffectEvent, useState } from 'react';

import {
  supportsAutofill,
  supportsPasskeys,
  wasCancelled,
  type PasskeyLogin,
} from '@/lib/passkeys/authenticator';
import { Button } from '@/ui/button';

import { NoCookies } from '../api';
import { choosePasskey, useSignInByPasskey } from '../passkeys/api';
import { showLoginError } from './login-error';

const COPY = {
  signIn: 'Sign in with a passkey',
  waiting: 'Waiting for your passkey…',
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
};

/** Shorter than the life of a challenge. */
const RENEW_MS = 4 * 60 * 1000;

/** Offers passkeys among what the browser fills in, while `free`: a browser holds one request at a time. */
function useAutofill(free: boolean, onChosen: (answer: PasskeyLogin) => void) {
  const choose = useEffectEvent(onChosen);
  useEffect(() => {
    if (!free) return undefined;
    let controller = new AbortController();
    const offer = async (signal: AbortSignal) => {
      if (!(await supportsAutofill()) || signal.aborted) return;
      const answer = await choosePasskey({ mediation: 'conditional', signal });
      if (!signal.aborted) choose(answer);
    };
    const renew = () => {
      controller.abort();
      controller = new AbortController();
      // Nothing was asked of the member, so nothing is said: the button and the password are there.
      offer(controller.signal).catch(() => undefined);
    };
    renew();
    const renewal = setInterval(renew, RENEW_MS);
    return () => {
      clearInterval(renewal);
      controller.abort();
    };
  }, [free]);
}

export function PasskeySignIn({ onNoCookies }: { onNoCookies: () => void }) {
  const signIn = useSignInByPasskey();
  const [message, setMessage] = useState('');
  const start = (answer: PasskeyLogin | null) => {
    setMessage('');
    signIn.mutate(answer, {
      onError: (error) => {
        if (wasCancelled(error)) setMessage(COPY.cancelled);
        else if (error instanceof NoCookies) onNoCookies();
        else showLoginError(error);
      },
    });
  };
  useAutofill(!signIn.isPending, start);

  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button
        look="secondary"
        className="mt-4 w-full"
        busy={signIn.isPending}
        onClick={() => start(null)}
      >
        {signIn.isPending ? COPY.waiting : COPY.signIn}
      </Button>
      <p role="status" className="mt-2 text-sm">
        {message}
      </p>
    </>
  );
}
