// The two marketed courses, the plans, the imported courses if the owner shows them, and two partner offers.
import { CatalogueCards } from '@/features/site/courses/catalogue-cards';
import { courseTitles } from '@/features/site/courses/course-titles';
import { OfferedCourseCard } from '@/features/site/courses/offered-course-card';
import { Partners, partnerSets } from '@/features/site/partners/partners';
import { PlanRows } from '@/features/site/pricing/plan-rows';
import { SectionHeading } from '@/features/site/section-heading';
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';

export const head: Head = {
  title: `Trading courses · ${site.brand.name}`,
  description:
    'The futures trading course and the forex trading course: what each teaches, lesson by lesson, and which market suits your hours and your account.',
  jsonLd: import.meta.env.SSR ? [breadcrumbs({ name: 'Courses', path: paths.courses() })] : [],
};

const { charts, discountedEvaluation } = site.partners;

/** Names what the partners that are shown offer. */
function alongWith(): string {
  if (discountedEvaluation.url === '') return 'A chart to draw on.';
  if (charts.url === '') return 'When your journal says so, capital that is not yours.';
  return 'A chart to draw on and, when your journal says so, capital that is not yours.';
}

export function Page() {
  return (
    <>
      <Container className="py-12 lg:py-20">
        <h1 className="text-3xl">Courses</h1>
        <p className="mt-6 max-w-prose text-lg text-ink-muted">
          Futures if you can be there when New York opens. Forex if your hours are your own. The
          arithmetic of risk is the same in both, and both begin with it.
        </p>
        <div className="mt-12 grid gap-x-8 gap-y-12 md:grid-cols-2">
          <OfferedCourseCard copy={courseTitles.futures} />
          <OfferedCourseCard copy={courseTitles.forex} />
        </div>
        <section className="mt-16 lg:mt-24">
          <SectionHeading title="Trading plans" />
          <div className="mt-8">
            <PlanRows />
          </div>
        </section>
        <CatalogueCards />
      </Container>

      {partnerSets.forCourses.length > 0 && (
        <section className="bg-surface-sunken py-16 lg:py-24">
          <Container>
            <SectionHeading title="What to trade along with">{alongWith()}</SectionHeading>
            <div className="mt-10">
              <Partners set="forCourses" />
            </div>
          </Container>
        </section>
      )}
    </>
  );
}
