// The language of what an open course says, for its titles and texts anywhere on the page (WCAG 3.1.2).
import { createContext, use } from 'react';

/** BCP 47. */
export const CourseLanguage = createContext<string | undefined>(undefined);

export function useCourseLanguage(): string | undefined {
  return use(CourseLanguage);
}
