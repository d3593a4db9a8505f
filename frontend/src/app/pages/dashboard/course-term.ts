// The access term of a course card, from the courses feature.
import { accessTerm } from '@/features/courses/access/access-term';
import type { Term } from '@/features/dashboard/course-card';

export function courseTerm(expiresAt: string | null | undefined): Term {
  const { kind, text } = accessTerm(expiresAt);
  return { text, urgent: kind === 'ending' || kind === 'ended' };
}
