// After the last lesson: the course is finished, or a link to the first unfinished lesson.
import { LinkButton } from '@/ui/link-button';

import { PicturePanel } from './picture-panel';

interface CourseEndProps {
  /** The first lesson that is not finished, if any. */
  unfinished: { title: string; address: string; count: number } | undefined;
}

export function CourseEnd({ unfinished }: CourseEndProps) {
  return (
    <PicturePanel title="End of the course">
      <div role="status">
        <p className="display text-lg sm:text-xl">
          {unfinished ? 'That was the last lesson' : 'You have finished this course'}
        </p>
        <p className="mt-1 text-xs text-ink-muted sm:text-sm">
          {unfinished
            ? `${unfinished.count === 1 ? '1 lesson is' : `${unfinished.count} lessons are`} not finished yet.`
            : 'Every lesson stays open to you for as long as your access lasts.'}
        </p>
      </div>
      {unfinished && (
        <LinkButton to={unfinished.address} size="small" className="mt-4 max-w-full">
          <span className="truncate">Go to: {unfinished.title}</span>
        </LinkButton>
      )}
    </PicturePanel>
  );
}
