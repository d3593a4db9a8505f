// How long an access lasts, as the commands write it: `3m`, `90d`, `lifetime` (domain/kernel/src/access_term.rs).

const TERM = /^([1-9]\d{0,4})([md])$/;

/** The terms that are offered; every other one is written. */
export const TERMS = [
  { value: '3m', words: '3 months' },
  { value: '6m', words: '6 months' },
  { value: '12m', words: '1 year' },
  { value: 'lifetime', words: 'Without end' },
] as const;

export const isOffered = (term: string): boolean => TERMS.some(({ value }) => value === term);

/** "3 months", "1 day", "without end"; null for what is no term. */
export function termWords(text: string): string | null {
  const term = text.trim().toLowerCase();
  if (term === 'lifetime') return 'without end';
  const [, count, unit] = TERM.exec(term) ?? [];
  if (count === undefined) return null;
  const word = unit === 'm' ? 'month' : 'day';
  return count === '1' ? `1 ${word}` : `${count} ${word}s`;
}

interface CourseAccess {
  title: string;
  open: boolean;
  expiresAt?: string | null | undefined;
}

/** What giving this access will do, in a sentence; null while the term is invalid. */
export function givenAccess(
  course: CourseAccess,
  term: string,
  day: (iso: string) => string,
): string | null {
  const words = termWords(term);
  if (words === null) return null;
  const { title, open, expiresAt } = course;
  if (!open) {
    return words === 'without end'
      ? `Opens ${title} now, without end.`
      : `Opens ${title} now, for ${words}.`;
  }
  if (!expiresAt) return `${title} is open without end already: nothing changes.`;
  if (words === 'without end') {
    return `${title} stays open without end, instead of until ${day(expiresAt)}.`;
  }
  return `Adds ${words} to ${title}, which is open until ${day(expiresAt)}.`;
}
