// The course that is open, for the parts of its page.
import { createContext, use } from 'react';

interface OpenCourse {
  id: number;
  /** Of its titles and texts anywhere on the page (BCP 47; WCAG 3.1.2). */
  language: string | undefined;
  /** In the portal or on the site, where the page is. */
  addressOf: (lessonId?: number, seconds?: number) => string;
}

export const CourseContext = createContext<OpenCourse | null>(null);

export function useCourse(): OpenCourse {
  const course = use(CourseContext);
  if (course === null) throw new Error('useCourse is called outside of the page of a course');
  return course;
}
