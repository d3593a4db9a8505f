// A course's access term as the cards of the dashboard want it, from the courses' own wording.
import { accessTerm } from '@/features/courses/access/access-term';
import type { Term } from '@/features/dashboard/course-card';

export function courseTerm(expiresAt: string | null | undefined): Term {
  const { kind, text } = accessTerm(expiresAt);
  return { text, urgent: kind === 'ending' || kind === 'ended' };
}
