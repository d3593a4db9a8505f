// /withdraw: withdrawal from the contract without an account. The mailed link opens it with a token and leads to the second step.
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';

import { WithdrawalConfirmation } from '@/features/orders/withdrawal/withdrawal-confirmation';
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { useHydrated } from '@/lib/hydration/hydrated';
import { paths } from '@/lib/paths';
import { withdrawalDays } from '@/settings/readings';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';

import { deferred } from '../../loading/lazy-module';

const WithdrawalForm = deferred(
  async () => (await import('@/features/orders/withdrawal/withdrawal-form')).WithdrawalForm,
);

const withdrawalForm = <WithdrawalForm />;

export const head: Head = {
  title: `Withdraw from the contract · ${site.brand.name}`,
  description: `Withdraw from the contract for a course or plan within ${withdrawalDays()} days of paying, in two steps and without giving a reason.`,
  jsonLd: import.meta.env.SSR
    ? [breadcrumbs({ name: 'Withdraw from the contract', path: paths.withdraw() })]
    : [],
};

const COPY = {
  title: 'Withdraw from the contract',
  lead: `Within ${withdrawalDays()} days of paying you may withdraw from the contract for a course or plan, without giving a reason. The whole price goes back the way you paid.`,
  steps: [
    'Tell us your name, your e-mail address and the order.',
    'We mail a link to the address that the order was made with. Open it and press “Confirm withdrawal”.',
    'A receipt with the date and time of your withdrawal follows by mail.',
  ],
  member: 'Did you buy with an account? ',
  account: 'Your orders',
  memberEnd: ' have the same button.',
};

/** The token in the fragment, where a mailed link has it, or in the query. */
function tokenIn(hash: string, search: string): string {
  const fragment = new URLSearchParams(hash.slice(1)).get('token');
  return fragment ?? new URLSearchParams(search).get('token') ?? '';
}

export function Page() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  // Read once, not before hydration, because the prerendered page has none; then removed from the address, the history and the
  // address bar.
  const [token, setToken] = useState('');
  const given = tokenIn(hash, search);
  if (hydrated && given !== '' && given !== token) setToken(given);

  useEffect(() => {
    if (given !== '') void navigate(paths.withdraw(), { replace: true });
  }, [given, navigate]);

  return (
    <Container className="py-12 lg:py-20">
      <h1 className="text-3xl">{COPY.title}</h1>
      <div className="mt-12 grid gap-12 lg:grid-cols-[4fr_7fr] lg:gap-20">
        <div className="lg:self-start">
          <p>{COPY.lead}</p>
          <ol className="mt-6 grid list-decimal gap-3 pl-5 text-ink-muted">
            {COPY.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="mt-6 text-sm text-ink-muted">
            {COPY.member}
            <Link to={paths.portalAccount()} className="text-accent underline underline-offset-4">
              {COPY.account}
            </Link>
            {COPY.memberEnd}
          </p>
        </div>
        <div>
          {token === '' ? (
            withdrawalForm
          ) : (
            <WithdrawalConfirmation key={token} token={token}>
              {withdrawalForm}
            </WithdrawalConfirmation>
          )}
        </div>
      </div>
    </Container>
  );
}
