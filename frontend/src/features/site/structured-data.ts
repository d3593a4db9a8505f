// Structured data for search engines (schema.org). Pages read it behind `import.meta.env.SSR`: it is written into
// their HTML and is no part of their scripts.
import { paths, type MarketingCourse } from '@/lib/paths';
import { site } from '@/settings/own-site';

/** The server replaces this with its own origin when it answers. */
const ORIGIN = 'https://public-url.invalid';

type JsonLd = Readonly<Record<string, unknown>>;

interface MarketingCourseFacts {
  readonly course: MarketingCourse;
  readonly title: string;
  readonly line: string;
  readonly lessons: readonly { readonly title: string }[];
}

const context = 'https://schema.org';
const organizationId = `${ORIGIN}/#organization`;

/** The owner's drawing or icon, else the built-in one. */
function logo(): string {
  if (site.mark) return '/mark.svg';
  return globalThis.ownHead?.favicon === true ? '/favicon.svg' : '/icon-512.png';
}

/** The built-in card where the owner's folder has no other brand: it shows the brand's name. */
function courseImage(course: MarketingCourse): string {
  const isBuiltIn = globalThis.ownHead?.card === undefined;
  return isBuiltIn ? `/og/${course}.png` : `/images/${course}.svg`;
}

export const organization: JsonLd = {
  '@context': context,
  '@type': 'Organization',
  '@id': organizationId,
  name: site.brand.name,
  legalName: site.company.legalName,
  url: `${ORIGIN}/`,
  logo: `${ORIGIN}${logo()}`,
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

export function faqPage(
  questions: readonly { readonly question: string; readonly answer: string }[],
): JsonLd {
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

export function courseData(course: MarketingCourseFacts): JsonLd {
  const { basic, premium } = site.plans;
  return {
    '@context': context,
    '@type': 'Course',
    name: course.title,
    description: course.line,
    url: `${ORIGIN}${paths.courseMarketing(course.course)}`,
    image: `${ORIGIN}${courseImage(course.course)}`,
    inLanguage: 'en',
    provider: { '@type': 'Organization', '@id': organizationId, name: site.brand.name },
    teaches: course.lessons.map(({ title }) => title),
    offers: [basic, premium]
      .filter(({ opens }) => opens !== undefined)
      .map(({ name, price }) => ({
        '@type': 'Offer',
        name,
        category: 'Paid',
        price,
        priceCurrency: site.currency.toUpperCase(),
        url: `${ORIGIN}${paths.pricing()}`,
      })),
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online' },
  };
}
