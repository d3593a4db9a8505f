// Courses whose access has ended: how far the member was, when it ended, and the ways back. Renders nothing without ended courses.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import type { Elements } from '@/ui/elements';
import { LinkButton } from '@/ui/link-button';
import { QueryStates } from '@/ui/query/query-states';

import { endedCoursesQuery, type OwnCourse } from './api';

const COPY = {
  title: 'Ended Courses',
  text: 'Your progress is kept: after a renewal everything is where it was.',
  done: ({ completedVideos, totalVideos }: OwnCourse) =>
    `${completedVideos} of ${totalVideos} lessons completed`,
  key: 'Use a key',
  failed: 'Your ended courses could not be loaded.',
};

interface EndedCoursesProps {
  /** "Your access ended on 3 March 2026" */
  termOf: (expiresAt: string | null | undefined) => { text: string };
  /** The button that leads to the payment page. */
  renderRenewal: (course: OwnCourse) => Elements;
}

export function EndedCourses(props: EndedCoursesProps) {
  const query = useQuery(endedCoursesQuery);
  return (
    <QueryStates query={query} failed={COPY.failed} loading={null}>
      {(courses) => courses.length > 0 && <List {...props} courses={courses} />}
    </QueryStates>
  );
}

function List({ courses, termOf, renderRenewal }: EndedCoursesProps & { courses: OwnCourse[] }) {
  return (
    <section aria-labelledby="ended-courses" className="min-w-0">
      <h2 id="ended-courses" className="text-xl">
        {COPY.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-muted">{COPY.text}</p>
      <ul className="border-t border-line">
        {courses.map((course) => (
          <li
            key={course.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4"
          >
            <div className="min-w-0">
              <h3 className="text-base leading-6">
                <Link
                  to={paths.portalCourse(course.id)}
                  lang={course.language}
                  dir="auto"
                  className="inline-flex min-h-8 items-center hover:underline"
                >
                  {course.title}
                </Link>
              </h3>
              <p className="text-xs text-ink-muted figures">
                {`${termOf(course.expiresAt).text} · ${COPY.done(course)}`}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              {renderRenewal(course)}
              <LinkButton to={paths.portalAccount('redeem-key')} look="secondary" size="small">
                {COPY.key}
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
