// The page of the futures course.
import { CourseMarketing } from '@/features/site/courses/course-marketing';
import { marketingCourses } from '@/features/site/courses/marketing-courses';
import { breadcrumbs, courseData } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';

const copy = marketingCourses.futures;

export const head: Head = {
  title: `${copy.title} · ${site.brand.name}`,
  description: `${copy.line} ${copy.summary}`,
  image: '/og/futures.png',
  jsonLd: import.meta.env.SSR
    ? [
        courseData(copy),
        breadcrumbs(
          { name: 'Courses', path: paths.courses() },
          { name: copy.title, path: paths.courseMarketing('futures') },
        ),
      ]
    : [],
};

export function Page() {
  return <CourseMarketing copy={copy} />;
}
