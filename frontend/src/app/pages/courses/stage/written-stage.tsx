// A written lesson: its text on paper, finished by its button.
import { useNavigate } from 'react-router-dom';

import type { Lesson, LessonContent } from '@/features/courses/api';
import { useCourse } from '@/features/courses/course-context';
import { Attachments } from '@/features/courses/lesson/attachments';
import { LessonAbout } from '@/features/courses/lesson/lesson-about';
import { useLessonKeys } from '@/features/courses/player/keyboard/use-player-keys';
import { useKeepPictures } from '@/features/courses/pictures/use-keep-pictures';
import { FinishedToggle } from '@/features/progress/finished-toggle';
import type { Elements } from '@/ui/elements';
import { ErrorPanel } from '@/ui/error-panel';
import { SafeHtml } from '@/ui/safe-html/safe-html';
import { Skeleton } from '@/ui/skeleton';

import type { LessonPlace } from './lesson-place';

interface WrittenStageProps {
  /** Open to every caller: there is no progress. */
  preview?: boolean;
  lesson: Lesson;
  content: LessonContent | undefined | null;
  place: Pick<LessonPlace, 'sectionName' | 'previous' | 'next' | 'progress'>;
  onRetry: () => void;
  /** The exercises, under the text. */
  practice: Elements;
}

export function WrittenStage(props: WrittenStageProps) {
  const { preview = false, lesson, content, place, onRetry, practice } = props;
  const { id, language, addressOf } = useCourse();
  const navigate = useNavigate();
  const { next, previous } = place;
  useLessonKeys(
    next && (() => void navigate(addressOf(next.id))),
    previous && (() => void navigate(addressOf(previous.id))),
  );
  useKeepPictures(content, false);
  return (
    <article aria-label={lesson.title} className="min-w-0">
      {place.sectionName !== undefined && (
        <p lang={language} dir="auto" className="text-xs text-ink-muted">
          {place.sectionName}
        </p>
      )}
      <h2 lang={language} dir="auto" className="mt-1 text-2xl">
        {lesson.title}
      </h2>
      {lesson.description !== '' && (
        <p lang={language} dir="auto" className="mt-3 max-w-prose text-lg text-ink-muted">
          {lesson.description}
        </p>
      )}
      <div className="mt-8">
        {content === undefined && (
          <div className="grid max-w-prose gap-3">
            {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, index) => (
              <Skeleton key={`${width} ${index}`} className={`h-5 ${width}`} />
            ))}
          </div>
        )}
        {content === null && (
          <ErrorPanel title="The text of this lesson could not be loaded." onRetry={onRetry} />
        )}
        {content?.html && <SafeHtml html={content.html} language={content.language} />}
        {content && content.attachments.length > 0 && (
          <div className="mt-10 max-w-prose">
            <Attachments files={content.attachments} />
          </div>
        )}
      </div>
      {practice && <div className="mt-12">{practice}</div>}
      <div className="mt-10 max-w-prose border-t border-line pt-1">
        <LessonAbout
          lesson={lesson}
          bare
          sectionName={undefined}
          previous={previous}
          next={next}
          actions={
            !preview && (
              <FinishedToggle
                key={lesson.id}
                courseId={id}
                videoId={lesson.id}
                watchedSeconds={0}
                completed={place.progress?.completed ?? false}
              />
            )
          }
        />
      </div>
    </article>
  );
}
