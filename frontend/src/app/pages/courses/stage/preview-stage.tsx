// A lesson that is open to every caller, above the locked course. Nothing is reported: there is no progress to keep.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { lessonQuery, type Lesson } from '@/features/courses/api';
import { useCourse } from '@/features/courses/course-context';
import { LessonMaterial } from '@/features/courses/lesson/lesson-material';
import { LessonSide } from '@/features/courses/lesson/lesson-side';
import { requestedSecond } from '@/features/courses/lessons';
import { createPlayback } from '@/features/courses/player/store/create-playback';
import { useLessonFailure } from '@/features/courses/player/use-lesson-failure';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';

import { LessonVideo } from './lesson-video';
import { WrittenStage } from './written-stage';

interface PreviewStageProps {
  courseTitle: string;
  lesson: Lesson;
}

const COPY = {
  practice: (count: number) =>
    `${count === 1 ? '1 exercise belongs' : `${count} exercises belong`} to this lesson, for those who have access to the course.`,
};

const NO_PLACE = {
  sectionName: 'Free preview',
  previous: undefined,
  next: undefined,
  progress: undefined,
};

export function PreviewStage({ courseTitle, lesson }: PreviewStageProps) {
  const { id: courseId, language, addressOf } = useCourse();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [playback] = useState(createPlayback);
  const { data, isError, refetch } = useQuery(lessonQuery(courseId, lesson.id));
  const content = data ?? (isError ? null : undefined);
  const failures = useLessonFailure({
    courseId,
    lessonId: lesson.id,
    media: content?.file ?? content?.hls ?? lesson.url ?? undefined,
    open: true,
  });
  const practice = lesson.exercises > 0 && (
    <p className="max-w-prose text-sm text-ink-muted">{COPY.practice(lesson.exercises)}</p>
  );
  if (lesson.kind === 'text') {
    return (
      <Container className="py-10">
        <WrittenStage
          preview
          lesson={lesson}
          content={content}
          place={NO_PLACE}
          onRetry={() => void refetch()}
          practice={practice}
        />
      </Container>
    );
  }
  const beside = content && (content.transcript.length > 0 || content.chapters.length > 0);
  return (
    <>
      <div className="ink-band">
        <Container className="pt-8 pb-8">
          <p className="text-xs text-ink-muted">{NO_PLACE.sectionName}</p>
          <h2 lang={language} dir="auto" className="mt-1 text-xl">
            {lesson.title}
          </h2>
          <div
            className={
              beside ? 'mt-4 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]' : 'mt-4 max-w-[56rem]'
            }
          >
            <LessonVideo
              lesson={lesson}
              content={content}
              startAt={Math.min(requestedSecond(search) ?? 0, lesson.duration)}
              playback={playback}
              failures={failures}
              onReload={() => void refetch()}
              theatre={false}
              next={undefined}
              onSignIn={() => void navigate(paths.auth({ returnTo: addressOf(lesson.id) }))}
              courseTitle={courseTitle}
              end={null}
              spokenEnd=""
            />
            {beside && <LessonSide content={content} playback={playback} fills />}
          </div>
        </Container>
      </div>
      {content && (content.html || content.attachments.length > 0 || practice) && (
        <Container className="pt-10">
          <LessonMaterial content={content} />
          {practice && <div className="pb-10 lg:pb-16">{practice}</div>}
        </Container>
      )}
    </>
  );
}
