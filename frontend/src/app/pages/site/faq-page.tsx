// The questions in columns, and where to ask others.
import { Link } from 'react-router-dom';

import { CommunityCard } from '@/features/site/faq/community-card';
import { questionGroups } from '@/features/site/faq/faq-questions';
import { Questions } from '@/features/site/faq/questions';
import { breadcrumbs, faqPage } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';

export const head: Head = {
  title: `Frequently asked questions · ${site.brand.name}`,
  description:
    'How long access lasts, whether beginners can follow, how a course is built, refunds, support, technology and prop firms: short answers.',
  jsonLd: import.meta.env.SSR
    ? [
        faqPage(questionGroups().flatMap(({ questions }) => questions)),
        breadcrumbs({ name: 'Questions', path: paths.faq() }),
      ]
    : [],
};

export function Page() {
  return (
    <>
      <section className="ink-band">
        <Container className="py-12 lg:py-20">
          <h1 className="max-w-prose text-3xl">Frequently asked questions</h1>
          <p className="mt-6 max-w-prose text-lg text-ink-muted">
            Short answers. The long ones are in the{' '}
            <Link to={paths.terms()} className="text-ink underline underline-offset-4">
              terms
            </Link>
            .
          </p>
        </Container>
      </section>
      <Container className="py-16 lg:py-24">
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
          {questionGroups().map(({ title, questions }) => (
            <section key={title}>
              <h2 className="mb-6 text-xl">{title}</h2>
              <Questions questions={questions} />
            </section>
          ))}
        </div>
        <div className="mt-16 lg:mt-24">
          <CommunityCard />
        </div>
      </Container>
    </>
  );
}
