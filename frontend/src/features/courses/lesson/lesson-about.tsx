// The current lesson's title and description, its actions, and links to the previous and next lesson.
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';

import type { Elements } from '@/ui/elements';
import { LinkButton } from '@/ui/link-button';

import type { Lesson } from '../api';
import { useCourse } from '../course-context';

interface LessonAboutProps {
  lesson: Lesson;
  sectionName: string | undefined;
  previous: Lesson | undefined;
  next: Lesson | undefined;
  /** Only the actions and links: the page shows the title itself. */
  bare?: boolean;
  /** Buttons for this lesson. */
  actions: Elements;
}

export function LessonAbout(props: LessonAboutProps) {
  const { lesson, bare = false, sectionName, previous, next, actions } = props;
  const { language, addressOf } = useCourse();
  return (
    <div className="mt-5 flex flex-col">
      {sectionName !== undefined && (
        <p lang={language} dir="auto" className="text-xs text-ink-muted">
          {sectionName}
        </p>
      )}
      {!bare && (
        <h2 lang={language} dir="auto" className="mt-1 text-xl">
          {lesson.title}
        </h2>
      )}
      {!bare && lesson.description !== '' && (
        <p
          lang={language}
          dir="auto"
          className="mt-2 max-w-prose text-sm text-ink-muted max-sm:order-last max-sm:mt-4"
        >
          {lesson.description}
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        {actions}
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-3 max-sm:contents">
          {previous && (
            <Link
              to={addressOf(previous.id)}
              aria-label={`Previous lesson: ${previous.title}`}
              className="inline-flex min-h-10 items-center gap-2 rounded-box px-2 text-sm font-semibold hover:text-accent"
            >
              <ArrowLeft aria-hidden size={18} />
              Previous
            </Link>
          )}
          {next && (
            <LinkButton
              to={addressOf(next.id)}
              size="small"
              className="max-w-full min-w-0 max-sm:order-first"
            >
              <span className="truncate">
                Next:{' '}
                <span lang={language} dir="auto">
                  {next.title}
                </span>
              </span>
              <ArrowRight aria-hidden size={18} className="shrink-0" />
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  );
}
