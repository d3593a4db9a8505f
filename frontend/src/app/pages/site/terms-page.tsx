// The terms of sale and use.
import { LegalPage } from '@/features/site/legal/legal-page';
import { termsSections } from '@/features/site/legal/terms-copy';
import { ownText } from '@/features/site/own-text/own-text';
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';

export const head: Head = {
  // Read when it is shown: the owner's text is loaded by then.
  get title() {
    return `${ownText('terms')?.title ?? 'Terms of Service'} · ${site.brand.name}`;
  },
  description:
    'The contract between you and us: accounts, content, payment, cancellation, refund and withdrawal, disclaimers and liability.',
  jsonLd: import.meta.env.SSR
    ? [breadcrumbs({ name: 'Terms of Service', path: paths.terms() })]
    : [],
};

export function Page() {
  return (
    <LegalPage
      title="Terms of Service"
      name="terms"
      sections={termsSections}
      contactButton={false}
    />
  );
}
