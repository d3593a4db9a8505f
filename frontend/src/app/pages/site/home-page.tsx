// The home page.
import { Link } from 'react-router-dom';

import { courseTitles } from '@/features/site/courses/course-titles';
import { MarketingCourseCard } from '@/features/site/courses/marketing-course-card';
import { homeQuestions } from '@/features/site/faq/home-questions';
import { Community } from '@/features/site/home/community';
import { Hero } from '@/features/site/home/hero';
import { Reviews } from '@/features/site/home/reviews';
import { TradingDay } from '@/features/site/home/trading-day';
import { Partners, partnerSets } from '@/features/site/partners/partners';
import { PlanRows } from '@/features/site/pricing/plan-rows';
import { SectionHeading } from '@/features/site/section-heading';
import { faqPage, organization } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { hasCommunity } from '@/settings/readings';
import { Container } from '@/ui/container';

import { deferred } from '../../loading/lazy-module';

/** Below the first screen. It requests the catalogue (specification, section 7), without an error message. */
const Market = deferred(
  async () => (await import('@/features/site/home/desk/market')).Market,
  'min-h-160',
);
/** Far below the first screen. */
const Questions = deferred(
  async () => (await import('@/features/site/faq/questions')).Questions,
  'min-h-64',
);

const market = <Market />;
const homeQuestionList = <Questions questions={homeQuestions} />;

export const head: Head = {
  title: `${site.brand.name}: futures and forex trading courses`,
  description:
    'Video courses in futures and forex, live sessions around the New York open and a community that reviews trades, losers included. Education, not signals.',
  jsonLd: import.meta.env.SSR ? [organization, faqPage(homeQuestions)] : [],
};

export function Page() {
  return (
    <>
      <Hero />
      {market}
      <TradingDay />
      {hasCommunity() && <Community />}

      {partnerSets.all.length > 0 && (
        <section className="py-16 lg:py-24">
          <Container>
            <SectionHeading title="Partners, and what they are for">
              Links to others, who may pay us when you sign up. It changes nothing in what you pay.
            </SectionHeading>
            <div className="mt-10">
              <Partners set="all" />
            </div>
          </Container>
        </section>
      )}

      <section className="pb-16 lg:pb-24">
        <Container>
          <SectionHeading title="Trading plans" />
          <div className="mt-8">
            <PlanRows />
          </div>
        </Container>
      </section>

      <section className="bg-surface-sunken py-16 lg:py-24">
        <Container className="grid gap-10 lg:grid-cols-[4fr_8fr]">
          <SectionHeading title="Asked before buying">
            <Link
              to={paths.faq()}
              className="inline-flex min-h-8 items-center text-accent underline underline-offset-4"
            >
              All questions and answers
            </Link>
          </SectionHeading>
          {homeQuestionList}
        </Container>
      </section>

      <section className="py-16 lg:py-24">
        <Container>
          <SectionHeading title="Two markets, two courses" />
          <div className="mt-10 grid gap-x-8 gap-y-12 md:grid-cols-2">
            <MarketingCourseCard copy={courseTitles.futures} />
            <MarketingCourseCard copy={courseTitles.forex} />
          </div>
        </Container>
      </section>

      <section className="pb-16 lg:pb-24">
        <Container>
          <Reviews reviews={site.reviews} />
        </Container>
      </section>
    </>
  );
}
