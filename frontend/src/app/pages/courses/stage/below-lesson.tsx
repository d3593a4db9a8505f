// Below a lesson: its text, files and exercises, where its stage does not show them, and its questions.
import { Suspense } from 'react';

import type { Lesson, LessonContent } from '@/features/courses/api';
import type { Playback } from '@/features/courses/player/store/playback';
import type { Elements } from '@/ui/elements';
import { ErrorPanel } from '@/ui/error-panel';
import { lazyPart } from '@/ui/lazy-part';

const LessonMaterial = lazyPart(
  async () => (await import('@/features/courses/lesson/lesson-material')).LessonMaterial,
);
const LessonQuestions = lazyPart(
  async () => (await import('../questions/lesson-questions')).LessonQuestions,
);

const COPY = {
  failed: 'The text, transcript, files and exercises of this lesson could not be loaded.',
};

interface BelowLessonProps {
  lesson: Lesson;
  /** Undefined while it is loading, null when it could not be loaded. */
  content: LessonContent | undefined | null;
  playback: Playback;
  practice: Elements;
  onRetry: () => void;
  /** What failed is being loaded again. */
  busy: boolean;
}

export function BelowLesson(props: BelowLessonProps) {
  const { lesson, content, playback, practice } = props;
  return (
    <>
      {lesson.kind !== 'text' && (
        <>
          {content === null && (
            <div className="mb-14">
              <ErrorPanel title={COPY.failed} onRetry={props.onRetry} busy={props.busy} />
            </div>
          )}
          {content && (content.html || content.attachments.length > 0) && (
            <Suspense fallback={null}>
              <LessonMaterial content={content} />
            </Suspense>
          )}
          {practice && <div className="mb-14">{practice}</div>}
        </>
      )}
      <div className="mb-14">
        <Suspense fallback={<div className="min-h-96" />}>
          <LessonQuestions key={lesson.id} lesson={lesson} playback={playback} />
        </Suspense>
      </div>
    </>
  );
}
