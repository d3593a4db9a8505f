// Signing in, with a code where one is wanted, requesting a password reset, checking a key and registering with it. The mode is in the address, so that
// the back button goes one step back.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

import { userQuery } from '@/features/accounts/api';
import { ResetRequestForm } from '@/features/accounts/password-reset/reset-request-form';
import { PasskeySignIn } from '@/features/accounts/sign-in/passkey-sign-in';
import { CodeForm } from '@/features/accounts/sign-in/code-form';
import { LoginForm, type ProvenLogin } from '@/features/accounts/sign-in/login-form';
import { NoCookiesNotice, type NoCookiesCase } from '@/features/accounts/sign-in/no-cookies';
import { RegistrationForm } from '@/features/accounts/sign-in/registration-form';
import { KeyForm, type VerifiedKey } from '@/features/purchase-keys/key-form';
import { paths, type AuthPlace } from '@/lib/paths';
import { Button } from '@/ui/button';
import type { Elements } from '@/ui/elements';
import { Spinner } from '@/ui/spinner';
import { dismissToasts } from '@/ui/toast/toast';

import { returnAddress } from '../../routing/return-address';

const COPY = {
  login: { title: 'Login', text: 'Sign in to watch your courses and pick up where you stopped.' },
  code: {
    title: 'Enter your code',
    text: 'Your account is protected by a second factor: your app shows a code for it.',
  },
  reset: { title: 'Reset your password', text: 'We mail you a link to set a new one.' },
  key: {
    title: 'Register with your purchase key',
    text: 'The key decides which course opens. An account takes a minute.',
  },
  register: { title: 'Create your account' },
  toRegister: 'Register with Purchase Key',
  toLogin: 'Back to Login',
};

/** The key in the fragment, or in the query as in the links of mails from before; null without one. */
function keyOf(hash: string, query: URLSearchParams): string | null {
  return new URLSearchParams(hash.slice(1)).get('key') ?? query.get('key');
}

/** What the browser says itself. It may be wrong, and then the first call of the session shows it. */
function cookiesNow(): NoCookiesCase | undefined {
  return navigator.cookieEnabled ? undefined : 'before';
}

/** For a visitor who was told to get started and has nothing to sign in with. */
function NoKeyYet() {
  return (
    <p className="mt-6 text-sm text-ink-muted">
      No key yet?{' '}
      <Link to={paths.pricing()} className="text-accent underline">
        See the plans
      </Link>
      . Your key is in the mail that confirms your order, and on the order’s page.
    </p>
  );
}

function Step({ title, text, children }: { title: string; text: ReactNode; children: Elements }) {
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-3 mb-8 text-ink-muted">{text}</p>
      {children}
    </>
  );
}

export function Page() {
  const { data: user, isPending } = useQuery(userQuery);
  const location = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [verified, setVerified] = useState<VerifiedKey | null>(null);
  // In memory alone: after a reload the name and the password are asked for again.
  const [proven, setProven] = useState<ProvenLogin | null>(null);
  const [noCookies, setNoCookies] = useState(cookiesNow);
  // The link in a mail contains the key. Read, then removed from the address, the history and the address bar.
  const keyInAddress = keyOf(location.hash, query);
  const [mailedKey, setMailedKey] = useState(keyInAddress ?? '');
  if (keyInAddress !== null && keyInAddress !== mailedKey) setMailedKey(keyInAddress);
  const returnTo = query.get('returnTo') ?? undefined;
  const mode = query.get('mode') ?? (keyInAddress === null ? 'login' : 'key');

  useEffect(() => {
    if (keyInAddress === null) return;
    void navigate(paths.auth({ mode: 'key', returnTo }), { replace: true, state: location.state });
  }, [keyInAddress, navigate, returnTo, location.state]);

  // A toast about a step of signing in, such as "Purchase key verified", is out of date afterwards, and where the history leads to another step.
  const signedIn = user !== null && user !== undefined;
  useEffect(() => {
    if (signedIn) dismissToasts();
    window.addEventListener('popstate', dismissToasts);
    return () => window.removeEventListener('popstate', dismissToasts);
  }, [signedIn]);

  if (isPending) {
    return (
      <>
        <h1 className="sr-only">{COPY.login.title}</h1>
        <Spinner className="py-24" />
      </>
    );
  }
  if (signedIn) return <Navigate to={returnAddress(location)} replace />;
  // Asking for a new password needs no session.
  if (noCookies !== undefined && mode !== 'reset')
    return <NoCookiesNotice what={noCookies} onRetry={() => setNoCookies(cookiesNow())} />;

  const address = (place: AuthPlace) => paths.auth({ ...place, returnTo });
  const go = (place: AuthPlace) => {
    setVerified(null);
    setProven(null);
    void navigate(address(place), { state: location.state });
  };
  const toLogin = () => go({});
  /** What a toast says is about the form before. */
  const choose = (place: AuthPlace) => {
    dismissToasts();
    go(place);
  };
  /** The session is lost; the next try is a sign-in. */
  const lost = (what: NoCookiesCase) => {
    setNoCookies(what);
    choose({});
  };
  const askForCode = (login: ProvenLogin) => {
    choose({ mode: 'code' });
    setProven(login);
  };

  const isLogin = mode === 'login' || (mode === 'code' && proven === null);
  const toggle = (
    <Button
      look="secondary"
      className="mt-4 w-full"
      onClick={() => choose(isLogin ? { mode: 'key' } : {})}
    >
      {isLogin ? COPY.toRegister : COPY.toLogin}
    </Button>
  );

  if (mode === 'code' && proven !== null) {
    return (
      <Step {...COPY.code}>
        <CodeForm login={proven} onRejected={toLogin} onNoCookies={() => lost('signed-in')} />
        {toggle}
      </Step>
    );
  }
  if (mode === 'reset') {
    return (
      <Step {...COPY.reset}>
        <ResetRequestForm onSent={toLogin} />
        {toggle}
      </Step>
    );
  }
  if (mode === 'key' && verified !== null) {
    return (
      <Step
        title={COPY.register.title}
        text={
          <span>
            Your key opens <strong className="text-ink">{verified.courseTitle}</strong>.
          </span>
        }
      >
        <RegistrationForm
          purchaseCode={verified.purchaseKey}
          onNoCookies={() => lost('registered')}
        />
        {toggle}
      </Step>
    );
  }
  if (mode === 'key') {
    return (
      <Step {...COPY.key}>
        <KeyForm key={mailedKey} initialKey={mailedKey} onVerified={setVerified} />
        {toggle}
        <NoKeyYet />
      </Step>
    );
  }
  return (
    <Step {...COPY.login}>
      <LoginForm
        forgotPasswordPath={address({ mode: 'reset' })}
        onCodeWanted={askForCode}
        onNoCookies={() => lost('signed-in')}
      />
      <PasskeySignIn onNoCookies={() => lost('signed-in')} />
      {toggle}
      <NoKeyYet />
    </Step>
  );
}
