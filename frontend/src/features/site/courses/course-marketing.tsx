// The page of one marketed course: overview, highlights, lessons, and how to enroll.
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

import { SectionHeading } from '../section-heading';
import { useCourseOffer } from './course-offer';
import type { CourseCopy } from './marketing-courses';
import { OfferLine } from './offer-line';
import { UnavailableButton } from './unavailable-button';

const COPY = {
  lessons: 'The full lesson list opens with your access to the course',
  journey: 'It starts with Enroll Now',
  today: 'Enroll from the course list',
};

export function CourseMarketing({ copy }: { copy: CourseCopy }) {
  const offer = useCourseOffer(copy.course);
  return (
    <>
      <section className="ink-band overflow-x-clip">
        <Container className="grid items-center gap-10 py-12 lg:grid-cols-2 lg:gap-14 lg:py-20">
          <div>
            <h1 className="text-3xl">{copy.title}</h1>
            <p className="mt-6 text-lg text-ink-muted">{copy.line}</p>
            <div className="mt-8 flex flex-wrap items-start gap-3">
              <LinkButton to={paths.courses()}>Enroll Now</LinkButton>
              <UnavailableButton instead={<span>{COPY.journey}</span>}>
                Start Your Journey
              </UnavailableButton>
            </div>
            <OfferLine type={copy.course} offer={offer} title={copy.title} className="mt-6" />
          </div>
          <img
            src={`/images/${copy.course}.svg`}
            alt=""
            width={1200}
            height={675}
            className="w-full rounded-box border border-line"
          />
        </Container>
      </section>

      <section className="py-16 lg:py-24">
        <Container className="grid gap-x-20 gap-y-12 lg:grid-cols-[7fr_5fr]">
          <div>
            <SectionHeading title="Overview" />
            {copy.overview.map((paragraph) => (
              <p key={paragraph} className="mt-4 max-w-prose">
                {paragraph}
              </p>
            ))}
            <UnavailableButton
              className="mt-8"
              instead={
                offer ? (
                  <Link
                    to={paths.course(offer.course.id)}
                    className="underline underline-offset-4 hover:text-ink"
                  >
                    {COPY.lessons}
                  </Link>
                ) : (
                  <span>{COPY.lessons}</span>
                )
              }
            >
              View Course Details
            </UnavailableButton>
          </div>
          <div>
            <h2 className="sr-only">Highlights</h2>
            <dl className="border-t border-ink">
              {copy.highlights.map(({ figure, text }) => (
                <div key={figure} className="border-b border-line py-5">
                  <dt className="display text-2xl text-accent figures">{figure}</dt>
                  <dd className="mt-1 text-sm text-ink-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </Container>
      </section>

      <section className="bg-surface-sunken py-16 lg:py-24">
        <Container>
          <SectionHeading title="What you’ll learn" />
          <ol className="mt-10 grid gap-px overflow-hidden rounded-box border border-line bg-line md:grid-cols-2">
            {copy.lessons.map(({ title, text }, index) => (
              <li key={title} className="flex gap-5 bg-surface-raised p-6">
                <span aria-hidden className="w-6 shrink-0 display text-xl text-ink-muted figures">
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-lg">{title}</h3>
                  <p className="mt-1 text-sm text-ink-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Container>
      </section>

      <section className="py-16 lg:py-24">
        <Container className="grid items-end gap-8 lg:grid-cols-[1fr_auto]">
          <SectionHeading title={copy.closing.title}>{copy.closing.text}</SectionHeading>
          <div className="flex flex-wrap items-start gap-3">
            <LinkButton to={paths.contact()} look="secondary">
              Contact Us
            </LinkButton>
            <UnavailableButton
              instead={
                <Link to={paths.courses()} className="underline underline-offset-4 hover:text-ink">
                  {COPY.today}
                </Link>
              }
            >
              Get Started Today
            </UnavailableButton>
          </div>
        </Container>
      </section>
    </>
  );
}
