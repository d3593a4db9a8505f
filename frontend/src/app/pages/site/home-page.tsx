// The home page: what it is, what it changes, who is there, what it costs, what people ask.
import { Link } from 'react-router-dom';

import { useCatalogueRequest } from '@/features/site/catalogue-request';
import { Community } from '@/features/site/community';
import { CourseCard } from '@/features/site/course-card';
import { homeQuestions } from '@/features/site/home-questions';
import { Hero } from '@/features/site/hero';
import { courseTitles } from '@/features/site/course-titles';
import { Partners } from '@/features/site/partners';
import { PlanRows } from '@/features/site/plan-rows';
import { Reviews } from '@/features/site/reviews';
import { SectionHeading } from '@/features/site/section-heading';
import { faqPage, organization } from '@/features/site/structured-data';
import { TradingDay } from '@/features/site/trading-day';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/site';
import { Container } from '@/ui/container';

import { homeQuestionList } from './late-questions';

export const head: Head = {
  title: `${site.brand.name}: futures and forex trading courses`,
  description:
    'Video courses in futures and forex, live sessions around the New York open and a community that reviews trades, losers included. Education, not signals.',
  jsonLd: import.meta.env.SSR ? [organization, faqPage(homeQuestions)] : [],
};

export function Page() {
  useCatalogueRequest();

  return (
    <>
      <Hero />
      <TradingDay />
      <Community />

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
            <CourseCard copy={courseTitles.futures} />
            <CourseCard copy={courseTitles.forex} />
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
