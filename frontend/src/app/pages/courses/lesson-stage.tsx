// One lesson at a time: the player, its reports to the server, and what happens at its end or when it fails.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { askAccess, refreshAccess, type Lesson } from '@/features/courses/api';
import { CourseEnd } from '@/features/courses/course-end';
import { LessonAbout } from '@/features/courses/lesson-about';
import { LessonProblem, type LessonTrouble } from '@/features/courses/lesson-problem';
import { NextLessonOffer } from '@/features/courses/next-lesson-offer';
import { VideoPlayer } from '@/features/courses/video-player';
import type { VideoProgress } from '@/features/progress/api';
import { FinishedToggle } from '@/features/progress/finished-toggle';
import { useProgressReports } from '@/features/progress/use-progress-reports';
import { isStatus } from '@/lib/api-client';
import { paths } from '@/lib/paths';

interface LessonStageProps {
  courseId: number;
  lesson: Lesson;
  sectionName: string | undefined;
  previous: Lesson | undefined;
  next: Lesson | undefined;
  firstUnfinished: { lesson: Lesson; count: number } | undefined;
  progress: VideoProgress | undefined;
  addressOf: (lessonId?: number) => string;
  onOpen: (lesson: Lesson) => void;
  onSignedOut: () => void;
}

/** What stands over the picture; it belongs to one lesson and goes with it. */
type Cover = { lessonId: number; kind: 'ended' | LessonTrouble } | undefined;

export function LessonStage(props: LessonStageProps) {
  const { courseId, lesson, next, firstUnfinished, progress, addressOf, onOpen, onSignedOut } =
    props;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [firstId] = useState(lesson.id);
  const [moved, setMoved] = useState(false);
  if (!moved && lesson.id !== firstId) setMoved(true);
  const [attempt, setAttempt] = useState(0);
  const [cover, setCover] = useState<Cover>();
  const shown = cover?.lessonId === lesson.id ? cover.kind : undefined;
  const show = (kind: 'ended' | LessonTrouble) => setCover({ lessonId: lesson.id, kind });

  const reports = useProgressReports(courseId, lesson, (refusal) => {
    if (refusal === 'signed-out') show('signed-out');
    // The page then shows the locked course, which says when the access ended.
    else void refreshAccess(queryClient, courseId);
  });

  /** A video says only that it failed; the access call says why. */
  const diagnose = async () => {
    try {
      await askAccess(queryClient, courseId);
      show('unreachable');
    } catch (error) {
      show(isStatus(error, 401) ? 'signed-out' : 'unreachable');
    }
  };
  const retry = () => {
    setCover(undefined);
    setAttempt((tries) => tries + 1);
    if (!lesson.url) void refreshAccess(queryClient, courseId);
  };
  const signIn = () => {
    onSignedOut();
    void navigate(paths.auth({ returnTo: addressOf(lesson.id) }));
  };
  const trouble =
    shown === 'ended' ? undefined : (shown ?? (lesson.url ? undefined : 'unreachable'));

  return (
    <div className="min-w-0">
      <VideoPlayer
        lesson={{ id: lesson.id, title: lesson.title, url: lesson.url ?? undefined }}
        startAt={reports.startAt}
        autoplay={moved}
        attempt={attempt}
        halted={trouble !== undefined}
        onMoved={reports.moved}
        onPlaying={() => {
          reports.playing();
          setCover(undefined);
        }}
        onPaused={reports.paused}
        onJumped={() => {
          reports.jumped();
        }}
        onEnded={() => show('ended')}
        onFailed={() => void diagnose()}
      >
        {trouble !== undefined ? (
          <LessonProblem
            trouble={trouble}
            onRetry={retry}
            onSignIn={signIn}
            next={next && { title: next.title, address: addressOf(next.id) }}
          />
        ) : shown === 'ended' && next ? (
          <NextLessonOffer
            lesson={next}
            onAccept={() => onOpen(next)}
            onCancel={() => setCover(undefined)}
          />
        ) : shown === 'ended' ? (
          <CourseEnd
            unfinished={
              firstUnfinished && {
                title: firstUnfinished.lesson.title,
                address: addressOf(firstUnfinished.lesson.id),
                count: firstUnfinished.count,
              }
            }
          />
        ) : null}
      </VideoPlayer>
      <LessonAbout
        lesson={lesson}
        sectionName={props.sectionName}
        previous={props.previous}
        next={next}
        addressOf={addressOf}
        actions={
          <FinishedToggle
            key={lesson.id}
            courseId={courseId}
            videoId={lesson.id}
            watchedSeconds={progress?.watchedSeconds ?? 0}
            completed={progress?.completed ?? false}
          />
        }
      />
    </div>
  );
}
