// Below a video: the text, files and exercises of its lesson.
import { Suspense } from 'react';

import type { LessonContent } from '@/features/courses/api';
import type { Elements } from '@/ui/elements';
import { ErrorPanel } from '@/ui/error-panel';
import { lazyPart } from '@/ui/lazy-part';

const LessonMaterial = lazyPart(
  async () => (await import('@/features/courses/lesson/lesson-material')).LessonMaterial,
);

const COPY = {
  failed: 'The text, transcript, files and exercises of this lesson could not be loaded.',
};

interface BelowLessonProps {
  /** Undefined while it is loading, null when it could not be loaded. */
  content: LessonContent | undefined | null;
  practice: Elements;
  onRetry: () => void;
  /** What failed is being loaded again. */
  busy: boolean;
}

export function BelowLesson(props: BelowLessonProps) {
  const { content, practice } = props;
  return (
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
  );
}
