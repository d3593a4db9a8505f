// Above the player: the course's title, and a sticky line with the lesson's number and the access term.
import { Container } from '@/ui/container';

import { TermLine } from '../access/term-line';
import type { Access, Course } from '../api';

interface CourseHeaderProps {
  course: Course;
  access: Access;
  /** The current lesson's number, from 1; 0 without a lesson. */
  position: number;
  total: number;
}

export function CourseHeader({ course, access, position, total }: CourseHeaderProps) {
  return (
    <>
      <div className="ink-band">
        <Container className="pt-6 pb-2 sm:pt-8">
          <h1 lang={course.language} dir="auto" className="text-xl">
            {course.title}
          </h1>
        </Container>
      </div>
      <div className="ink-band sticky top-0 z-20 border-b border-line">
        <Container className="flex min-h-11 items-center justify-between gap-4 py-1">
          <TermLine expiresAt={access.expiresAt} />
          {position > 0 && (
            <p className="shrink-0 text-xs text-ink-muted figures sm:text-sm">
              <span className="hidden sm:inline">Lesson </span>
              <span>{`${position} of ${total}`}</span>
            </p>
          )}
        </Container>
      </div>
    </>
  );
}
