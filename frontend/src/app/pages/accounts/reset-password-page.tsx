// The page that the link of a reset mail opens.
import { useNavigate } from 'react-router-dom';

import { ResetPasswordForm } from '@/features/accounts/password-reset/reset-password-form';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';

import { useToken } from '../../routing/use-token';

const COPY = {
  title: 'Set a new password',
  text: 'It replaces the old one on every device; you sign in with it next.',
  invalid: {
    title: 'Invalid Reset Link',
    text: 'This address carries no reset token. Open the link from the e-mail again, or ask for a new one.',
    action: 'Return to Login',
  },
};

export function Page() {
  const navigate = useNavigate();
  const token = useToken(paths.resetPassword());

  if (token === '') {
    return (
      <>
        <h1 className="text-2xl">{COPY.invalid.title}</h1>
        <p className="mt-3 mb-8 text-ink-muted">{COPY.invalid.text}</p>
        <LinkButton to={paths.auth()}>{COPY.invalid.action}</LinkButton>
      </>
    );
  }
  return (
    <>
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-3 mb-8 text-ink-muted">{COPY.text}</p>
      <ResetPasswordForm token={token} onDone={() => void navigate(paths.auth())} />
    </>
  );
}
