// What a marketed course costs, the lesson that can be watched before buying, and the page with every lesson. As high before the server's
// answer as after it.
import { Link } from 'react-router-dom';

import { type MarketingCourse, paths } from '@/lib/paths';

import { type CourseOffer, lowestPrice } from './course-offer';

interface OfferLineProps {
  type: MarketingCourse;
  offer: CourseOffer | undefined;
  /** The course, for readers who hear a link alone. */
  title: string;
  className?: string;
}

const COPY = {
  first: 'Watch the first lesson',
  free: 'Watch a free lesson',
  lessons: 'All lessons',
  of: (title: string) => ` of the ${title}`,
};

const link = 'relative inline-flex min-h-8 items-center text-accent underline underline-offset-4';

export function OfferLine({ type, offer, title, className }: OfferLineProps) {
  const of = <span className="sr-only">{COPY.of(title)}</span>;
  return (
    <div className={className}>
      <p className="min-h-7 font-semibold figures">{lowestPrice(type, offer?.course)}</p>
      <p className="flex min-h-8 flex-wrap gap-x-5">
        {offer?.preview && (
          <Link to={paths.course(offer.course.id, offer.preview.id)} className={link}>
            <span>{offer.first ? COPY.first : COPY.free}</span>
            {of}
          </Link>
        )}
        {offer && (
          <Link to={paths.course(offer.course.id)} className={link}>
            <span>{COPY.lessons}</span>
            {of}
          </Link>
        )}
      </p>
    </div>
  );
}
