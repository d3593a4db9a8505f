// All courses of the member, and the menu to leave a review.
import { useQuery } from '@tanstack/react-query';

import { ownCoursesQuery } from '@/features/dashboard/api';
import { CourseGrid } from '@/features/dashboard/course-grid';
import { EmptyState } from '@/features/dashboard/empty-state';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';
import { DropdownMenu } from '@/ui/popup/dropdown-menu';
import { LinkButton } from '@/ui/link-button';

import { NoCourseYet } from './no-course-yet';
import { OwnEndedCourses } from './own-ended-courses';
import { coursePicture } from './own-course-picture';
import { courseTerm } from './course-term';

const COPY = {
  title: 'My Courses',
  review: 'Leave a Review',
  empty: { title: 'No Courses Available', action: 'View Available Courses' },
};

const reviewPages = site.reviews.pages.map(({ label, url }) => ({ label, href: url }));

export function Page() {
  const courses = useQuery(ownCoursesQuery);
  return (
    <Container className="pt-10">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{COPY.title}</h1>
        {courses.data !== undefined && courses.data.length > 0 && (
          <DropdownMenu label={COPY.review} links={reviewPages} />
        )}
      </div>
      <CourseGrid
        query={courses}
        action="Continue Learning"
        level="h2"
        pictureOf={coursePicture}
        termOf={courseTerm}
        empty={
          <EmptyState
            level="h2"
            title={COPY.empty.title}
            text="A purchase key from your confirmation e-mail opens a course here."
          >
            <LinkButton to={paths.courses()}>{COPY.empty.action}</LinkButton>
            <NoCourseYet />
          </EmptyState>
        }
      />
      <div className="mt-14">
        <OwnEndedCourses />
      </div>
    </Container>
  );
}
