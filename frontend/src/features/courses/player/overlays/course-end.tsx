// After the last lesson: the first unfinished one, or what comes after a course.
import { ExternalLink } from '@/ui/external-link';
import { LinkButton } from '@/ui/link-button';

import { useCourse } from '../../course-context';
import { PicturePanel } from './picture-panel';

export interface AfterCourse {
  /** The first lesson that is not finished, if any. */
  unfinished: { title: string; address: string; count: number } | undefined;
  /** Exercises that are due. */
  review: { count: number; address: string };
  /** Another course of the member that is not finished. */
  nextCourse: { title: string; language: string; address: string } | undefined;
  /** The address of the community, if there is one. */
  community: { platform: string; address: string } | undefined;
}

/** What a screen reader hears. */
export function spokenEnd(unfinished: AfterCourse['unfinished']): string {
  const { title, text } = wordsOf(unfinished);
  return `${title}. ${text}`;
}

export function CourseEnd({ unfinished, review, nextCourse, community }: AfterCourse) {
  const { title, text } = wordsOf(unfinished);
  const { language } = useCourse();
  return (
    <PicturePanel title="End of the course">
      <p className="display text-lg sm:text-xl">{title}</p>
      <p className="mt-1 text-xs text-ink-muted sm:text-sm">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {unfinished && (
          <LinkButton to={unfinished.address} size="small" className="max-w-full">
            <span className="truncate">
              Go to:{' '}
              <span lang={language} dir="auto">
                {unfinished.title}
              </span>
            </span>
          </LinkButton>
        )}
        {review.count > 0 && (
          <LinkButton to={review.address} size="small" look="secondary">
            {review.count === 1 ? 'Review 1 exercise' : `Review ${review.count} exercises`}
          </LinkButton>
        )}
        {nextCourse && (
          <LinkButton
            to={nextCourse.address}
            size="small"
            look={unfinished ? 'secondary' : 'primary'}
            className="max-w-full"
          >
            <span className="truncate">
              Next course:{' '}
              <span lang={nextCourse.language} dir="auto">
                {nextCourse.title}
              </span>
            </span>
          </LinkButton>
        )}
      </div>
      {community && (
        <p className="mt-3 text-xs text-ink-muted sm:text-sm">
          <ExternalLink
            href={community.address}
            className="inline-flex min-h-8 items-center underline hover:text-ink"
          >
            {`Talk about it on ${community.platform}`}
          </ExternalLink>
        </p>
      )}
    </PicturePanel>
  );
}

function wordsOf(unfinished: AfterCourse['unfinished']) {
  if (!unfinished) {
    return {
      title: 'You have finished this course',
      text: 'Every lesson stays open to you for as long as your access lasts.',
    };
  }
  const { count } = unfinished;
  return {
    title: 'That was the last lesson',
    text: `${count === 1 ? '1 lesson is' : `${count} lessons are`} not finished yet.`,
  };
}
