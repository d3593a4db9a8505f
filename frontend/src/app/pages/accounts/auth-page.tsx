// Signing in, requesting a password reset, checking a key and registering with it. The mode is in the address, so that
// the back button goes one step back.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

import { userQuery } from '@/features/accounts/api';
import { ResetRequestForm } from '@/features/accounts/password-reset/reset-request-form';
import { LoginForm } from '@/features/accounts/sign-in/login-form';
import { RegistrationForm } from '@/features/accounts/sign-in/registration-form';
import { KeyForm, type VerifiedKey } from '@/features/purchase-keys/key-form';
import { paths, type AuthPlace } from '@/lib/paths';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { dismissToasts } from '@/ui/toast/toast';

import { returnAddress } from '../../routing/return-address';

const COPY = {
  login: { title: 'Login', text: 'Sign in to watch your courses and pick up where you stopped.' },
  reset: { title: 'Reset your password', text: 'We mail you a link to set a new one.' },
  key: {
    title: 'Register with your purchase key',
    text: 'The key decides which course opens. An account takes a minute.',
  },
  register: { title: 'Create your account' },
  toRegister: 'Register with Purchase Key',
  toLogin: 'Back to Login',
};

function Step({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
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
  // The link in a mail contains the key. Read once, then removed from the address, the history and the address bar.
  const [mailedKey] = useState(() => query.get('key') ?? '');
  const returnTo = query.get('returnTo') ?? undefined;
  const mode = query.get('mode') ?? (query.has('key') ? 'key' : 'login');

  useEffect(() => {
    if (!query.has('key')) return;
    void navigate(paths.auth({ mode: 'key', returnTo }), { replace: true, state: location.state });
  }, [query, navigate, returnTo, location.state]);

  // A toast about a step of signing in, such as "Purchase key verified", is out of date afterwards.
  const signedIn = user !== null && user !== undefined;
  useEffect(() => {
    if (signedIn) dismissToasts();
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

  const address = (place: AuthPlace) => paths.auth({ ...place, returnTo });
  const go = (place: AuthPlace) => {
    setVerified(null);
    void navigate(address(place), { state: location.state });
  };
  const toLogin = () => go({});

  const toggle = (
    <Button
      look="secondary"
      className="mt-4 w-full"
      onClick={mode === 'login' ? () => go({ mode: 'key' }) : toLogin}
    >
      {mode === 'login' ? COPY.toRegister : COPY.toLogin}
    </Button>
  );

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
          <>
            Your key opens <strong className="text-ink">{verified.courseTitle}</strong>.
          </>
        }
      >
        <RegistrationForm purchaseCode={verified.purchaseKey} />
        {toggle}
      </Step>
    );
  }
  if (mode === 'key') {
    return (
      <Step {...COPY.key}>
        <KeyForm initialKey={mailedKey} onVerified={setVerified} />
        {toggle}
      </Step>
    );
  }
  return (
    <Step {...COPY.login}>
      <LoginForm forgotPasswordPath={address({ mode: 'reset' })} />
      {toggle}
    </Step>
  );
}
