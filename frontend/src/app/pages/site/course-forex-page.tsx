// The page of the forex course.
import { CourseMarketing } from '@/features/site/courses/course-marketing';
import { marketingCourses } from '@/features/site/courses/marketing-courses';
import { breadcrumbs, courseData } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';

const copy = marketingCourses.forex;

export const head: Head = {
  title: `${copy.title} · ${site.brand.name}`,
  description: `${copy.line} ${copy.summary}`,
  image: '/og/forex.png',
  jsonLd: import.meta.env.SSR
    ? [
        courseData(copy),
        breadcrumbs(
          { name: 'Courses', path: paths.courses() },
          { name: copy.title, path: paths.courseMarketing('forex') },
        ),
      ]
    : [],
};

export function Page() {
  return <CourseMarketing copy={copy} />;
}
