// What pages tell search engines about themselves, in schema.org's words. Pages ask for it behind
// `import.meta.env.SSR`: it is written into their HTML and leaves no trace in their scripts.
import { paths } from '@/lib/paths';
import { site } from '@/settings/site';

import type { Question } from './home-questions';
import type { CourseCopy } from './marketing-courses';

/** The server puts its own origin in this one's place when it answers. */
const ORIGIN = 'https://public-url.invalid';

type JsonLd = Readonly<Record<string, unknown>>;

const context = 'https://schema.org';
const organizationId = `${ORIGIN}/#organization`;

export const organization: JsonLd = {
  '@context': context,
  '@type': 'Organization',
  '@id': organizationId,
  name: site.brand.name,
  legalName: site.company.legalName,
  url: `${ORIGIN}/`,
  logo: `${ORIGIN}/icon-512.png`,
  email: site.support.email,
  vatID: site.company.vatNumber,
  address: { '@type': 'PostalAddress', addressCountry: site.company.country },
  sameAs: site.social.map(({ url }) => url),
};

export function breadcrumbs(...trail: readonly { name: string; path: string }[]): JsonLd {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: paths.home() }, ...trail].map(
      ({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${ORIGIN}${path}`,
      }),
    ),
  };
}

export function faqPage(questions: readonly Question[]): JsonLd {
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

export function courseData(copy: CourseCopy): JsonLd {
  const { basic, premium } = site.plans;
  return {
    '@context': context,
    '@type': 'Course',
    name: copy.title,
    description: copy.line,
    url: `${ORIGIN}${paths.courseMarketing(copy.course)}`,
    image: `${ORIGIN}/og/${copy.course}.png`,
    inLanguage: 'en',
    provider: { '@type': 'Organization', '@id': organizationId, name: site.brand.name },
    teaches: copy.lessons.map(({ title }) => title),
    offers: [basic, premium].map(({ name, price }) => ({
      '@type': 'Offer',
      name,
      category: 'Paid',
      price,
      priceCurrency: 'USD',
      url: `${ORIGIN}${paths.pricing()}`,
    })),
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online' },
  };
}
