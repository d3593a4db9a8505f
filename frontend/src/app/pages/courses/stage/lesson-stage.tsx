// The current video lesson of a member: the player, its progress reports, and what is offered at its end.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { refreshAccess, type Lesson, type LessonContent } from '@/features/courses/api';
import { useCourse } from '@/features/courses/course-context';
import { LessonAbout } from '@/features/courses/lesson/lesson-about';
import { requestedSecond } from '@/features/courses/lessons';
import { ShareSecond } from '@/features/courses/lesson/share-second';
import {
  CourseEnd,
  spokenEnd,
  type AfterCourse,
} from '@/features/courses/player/overlays/course-end';
import { NextLessonOffer, spokenOffer } from '@/features/courses/player/overlays/next-lesson-offer';
import type { Playback } from '@/features/courses/player/store/playback';
import { refreshOldProgress } from '@/features/progress/api';
import { FinishedToggle } from '@/features/progress/finished-toggle';
import { useProgressReports } from '@/features/progress/use-progress-reports';
import { AskButton } from '@/features/questions/ask-button';
import { useLessonFailure } from '@/features/courses/player/use-lesson-failure';
import { paths } from '@/lib/paths';

import type { Elements } from '@/ui/elements';

import { LessonVideo } from './lesson-video';
import type { LessonPlace } from './lesson-place';

interface LessonStageProps {
  courseTitle: string;
  /** What follows the last lesson. */
  after: Omit<AfterCourse, 'unfinished'>;
  lesson: Lesson;
  content: LessonContent | undefined | null;
  /** Loads the content again. */
  onReload: () => void;
  /** Leads to the lesson's market. */
  turn: Elements;
  /** About a second of the lesson. */
  onAsk: (seconds: number) => void;
  place: LessonPlace;
  playback: Playback;
  theatre: boolean;
  onTheatre: (theatre: boolean) => void;
  onSignedOut: () => void;
}

export function LessonStage(props: LessonStageProps) {
  const { lesson, content, place, playback, onSignedOut } = props;
  const { id: courseId, addressOf } = useCourse();
  const { next, previous, firstUnfinished, progress } = place;
  const unfinished = firstUnfinished && {
    title: firstUnfinished.lesson.title,
    address: addressOf(firstUnfinished.lesson.id),
    count: firstUnfinished.count,
  };
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const second = requestedSecond(search);
  const failures = useLessonFailure({
    courseId,
    lessonId: lesson.id,
    media: content?.file ?? content?.hls ?? lesson.url ?? undefined,
    open: false,
    refresh: useCallback(() => refreshOldProgress(queryClient, courseId), [queryClient, courseId]),
  });

  const startAt = useProgressReports({
    courseId,
    lesson,
    requested: second,
    playback,
    onRefused: (refusal) => {
      // The page then shows the locked course, with the end of the access.
      if (refusal.kind === 'no-access') void refreshAccess(queryClient, courseId);
      else failures.fail(refusal);
    },
  });

  const [endedId, setEndedId] = useState<number>();
  const open = (to: Lesson) => void navigate(addressOf(to.id));
  const playing = useEffectEvent(() => {
    setEndedId(undefined);
    // A reload goes on where the member is by then.
    if (second !== undefined) void navigate(addressOf(lesson.id), { replace: true });
  });
  const ended = useEffectEvent(() => setEndedId(lesson.id));
  useEffect(() => playback.listen({ playing: () => playing(), ended: () => ended() }), [playback]);
  return (
    <div className="min-w-0">
      {/* The picture with its controls is no higher than the window, without theatre together with the page's head. */}
      <div
        className={
          props.theatre
            ? 'max-w-[max(18rem,calc((100dvh-9rem)*16/9))]'
            : 'max-w-[max(24rem,calc((100dvh-20rem)*16/9))]'
        }
      >
        <LessonVideo
          lesson={lesson}
          content={content}
          startAt={startAt}
          playback={playback}
          failures={failures}
          onReload={props.onReload}
          theatre={props.theatre}
          onTheatre={props.onTheatre}
          next={next && { title: next.title, address: addressOf(next.id) }}
          courseTitle={props.courseTitle}
          onNext={next && (() => open(next))}
          onPrevious={previous && (() => open(previous))}
          onSignIn={() => {
            onSignedOut();
            void navigate(paths.auth({ returnTo: addressOf(lesson.id) }));
          }}
          end={
            endedId !== lesson.id ? null : next ? (
              <NextLessonOffer
                lesson={next}
                onAccept={() => open(next)}
                onCancel={() => setEndedId(undefined)}
              />
            ) : (
              <CourseEnd {...props.after} unfinished={unfinished} />
            )
          }
          spokenEnd={next ? spokenOffer(next.title) : spokenEnd(unfinished)}
        />
      </div>
      <LessonAbout
        lesson={lesson}
        sectionName={place.sectionName}
        previous={previous}
        next={next}
        actions={
          <>
            <FinishedToggle
              key={lesson.id}
              courseId={courseId}
              videoId={lesson.id}
              watchedSeconds={progress?.watchedSeconds ?? 0}
              completed={progress?.completed ?? false}
            />
            {props.turn}
            <AskButton playback={playback} onAsk={props.onAsk} />
            <ShareSecond
              playback={playback}
              addressAt={(seconds) => addressOf(lesson.id, seconds)}
            />
          </>
        }
      />
    </div>
  );
}
