// The privacy notice.
import { LegalPage } from '@/features/site/legal/legal-page';
import { privacySections } from '@/features/site/legal/privacy-copy';
import { ownText } from '@/features/site/own-text/own-text';
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';

export const head: Head = {
  // Read when it is shown: the owner's text is loaded by then.
  get title() {
    return `${ownText('privacy')?.title ?? 'Privacy Policy'} · ${site.brand.name}`;
  },
  description:
    'What data we handle, why, for how long, who receives it, and your rights under the GDPR, in plain words.',
  jsonLd: import.meta.env.SSR
    ? [breadcrumbs({ name: 'Privacy Policy', path: paths.privacy() })]
    : [],
};

export function Page() {
  return (
    <LegalPage
      title="Privacy Policy"
      name="privacy"
      sections={privacySections}
      contactButton={true}
    />
  );
}
