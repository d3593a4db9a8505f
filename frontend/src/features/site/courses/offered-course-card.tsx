// One marketed course with its price and its first lesson.
import { OfferLine } from './offer-line';
import { useCourseOffer } from './course-offer';
import type { CourseTitle } from './course-titles';
import { MarketingCourseCard } from './marketing-course-card';

export function OfferedCourseCard({ copy }: { copy: CourseTitle }) {
  const offer = useCourseOffer(copy.course);
  return (
    <MarketingCourseCard copy={copy} level="h2" loading="eager">
      <OfferLine type={copy.course} offer={offer} title={copy.title} className="mt-3" />
    </MarketingCourseCard>
  );
}
