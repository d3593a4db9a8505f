// Three ways to contact us, and the form.
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { hasCommunity } from '@/settings/readings';
import { Container } from '@/ui/container';
import { ExternalLink } from '@/ui/external-link';

import { deferred } from '../../loading/lazy-module';

const ContactForm = deferred(
  async () => (await import('@/features/site/contact/contact-form')).ContactForm,
);

const contactForm = <ContactForm />;

const { brand, community, support } = site;

export const head: Head = {
  title: `Contact · ${brand.name}`,
  description: `Write to ${brand.name}: e-mail support${hasCommunity() ? `, the ${community.platform} community,` : ''} or the form. A person answers, ${support.responseTime}.`,
  jsonLd: import.meta.env.SSR ? [breadcrumbs({ name: 'Contact', path: paths.contact() })] : [],
};

const link = 'inline-flex min-h-8 items-center text-accent underline underline-offset-4';

export function Page() {
  return (
    <Container className="py-12 lg:py-20">
      <h1 className="text-3xl">Contact</h1>
      <div className="mt-12 grid gap-12 lg:grid-cols-[4fr_7fr] lg:gap-20">
        <dl className="border-t border-ink lg:self-start">
          <div className="border-b border-line py-6">
            <dt className="display text-xl">E-mail support</dt>
            <dd className="mt-2 text-ink-muted">
              <a href={`mailto:${support.email}`} className={link}>
                {support.email}
              </a>
              <p className="mt-1 text-sm">For orders, keys, refunds and your account.</p>
            </dd>
          </div>
          {hasCommunity() && (
            <div className="border-b border-line py-6">
              <dt className="display text-xl">{community.platform} community</dt>
              <dd className="mt-2 text-ink-muted">
                <ExternalLink href={community.inviteUrl} className={link}>
                  Join the community
                </ExternalLink>
                <p className="mt-1 text-sm">For charts, setups and questions about a lesson.</p>
              </dd>
            </div>
          )}
          <div className="border-b border-line py-6">
            <dt className="display text-xl">Response time</dt>
            <dd className="mt-2 text-ink-muted">
              <span className="inline-block text-ink first-letter:uppercase">
                {support.responseTime}
              </span>
              <p className="mt-1 text-sm">A screenshot and the name of the lesson help.</p>
            </dd>
          </div>
        </dl>
        <section>
          <h2 className="mb-6 text-2xl">Send us a Message</h2>
          {contactForm}
        </section>
      </div>
    </Container>
  );
}
