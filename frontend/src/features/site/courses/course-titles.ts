// Titles and summaries of the two marketed courses, for cards. Their pages' copy is in marketing-courses.ts.
import type { MarketingCourse } from '@/lib/paths';

export interface CourseTitle {
  readonly course: MarketingCourse;
  readonly title: string;
  readonly summary: string;
}

export const courseTitles: Readonly<Record<MarketingCourse, CourseTitle>> = {
  futures: {
    course: 'futures',
    title: 'Futures Trading Course',
    summary:
      'Contracts, ticks and margin, the session around the New York open, and the arithmetic of a stop.',
  },
  forex: {
    course: 'forex',
    title: 'Forex Trading Course',
    summary:
      'Pips and lots, the London and New York overlap, carry and swaps, and risk across pairs that move together.',
  },
};
