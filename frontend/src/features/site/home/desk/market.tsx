// What no other course has: a market that the reader trades. A still of its desk, and the way to a lesson with one.
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';

import { useMarket } from '../../courses/course-offer';
import { SectionHeading } from '../../section-heading';
import { DeskStill } from './desk-still';

const COPY = {
  title: 'Trade a market that nobody in the room has seen',
  preview: 'Watch a free lesson with a market',
  course: 'See a course with a market',
};

export function Market() {
  const market = useMarket();
  return (
    <section className="pt-16 lg:pt-24">
      <Container>
        <SectionHeading title={COPY.title} />
        {/* Keeps its height while the catalogue is loading. */}
        <p className="mt-3 min-h-8">
          {market && (
            <Link
              to={paths.course(market.courseId, market.preview)}
              className="inline-flex min-h-8 items-center text-accent underline underline-offset-4"
            >
              {market.preview === undefined ? COPY.course : COPY.preview}
            </Link>
          )}
        </p>
        <div className="mt-8">
          <DeskStill />
        </div>
      </Container>
    </section>
  );
}
