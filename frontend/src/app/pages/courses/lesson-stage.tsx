// The current lesson: the player, its progress reports, and the panels at its end or when it fails.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { checkAccess, refreshAccess, type Lesson } from '@/features/courses/api';
import { LessonAbout } from '@/features/courses/lesson/lesson-about';
import { CourseEnd } from '@/features/courses/player/overlays/course-end';
import {
  LessonProblem,
  type LessonFailure,
} from '@/features/courses/player/overlays/lesson-problem';
import { NextLessonOffer } from '@/features/courses/player/overlays/next-lesson-offer';
import { VideoPlayer } from '@/features/courses/player/video-player';
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

/** The panel over the picture. It belongs to one lesson and disappears with it. */
type Overlay = { lessonId: number; kind: 'ended' | LessonFailure } | undefined;

export function LessonStage(props: LessonStageProps) {
  const { courseId, lesson, next, firstUnfinished, progress, addressOf, onOpen, onSignedOut } =
    props;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [firstId] = useState(lesson.id);
  const [hasSwitched, setHasSwitched] = useState(false);
  if (!hasSwitched && lesson.id !== firstId) setHasSwitched(true);
  const [attempt, setAttempt] = useState(0);
  const [overlay, setOverlay] = useState<Overlay>();
  const shown = overlay?.lessonId === lesson.id ? overlay.kind : undefined;
  const show = (kind: 'ended' | LessonFailure) => setOverlay({ lessonId: lesson.id, kind });

  const reports = useProgressReports(courseId, lesson, (refusal) => {
    if (refusal === 'signed-out') show('signed-out');
    // The page then shows the locked course, with the end of the access.
    else void refreshAccess(queryClient, courseId);
  });

  /** A video element reports only that it failed; the access call answers why. */
  const diagnose = async () => {
    try {
      await checkAccess(queryClient, courseId);
      show('unreachable');
    } catch (error) {
      show(isStatus(error, 401) ? 'signed-out' : 'unreachable');
    }
  };
  const retry = () => {
    setOverlay(undefined);
    setAttempt((count) => count + 1);
    if (!lesson.url) void refreshAccess(queryClient, courseId);
  };
  const signIn = () => {
    onSignedOut();
    void navigate(paths.auth({ returnTo: addressOf(lesson.id) }));
  };
  const failure =
    shown === 'ended' ? undefined : (shown ?? (lesson.url ? undefined : 'unreachable'));

  return (
    <div className="min-w-0">
      <VideoPlayer
        lesson={{ id: lesson.id, title: lesson.title, url: lesson.url ?? undefined }}
        startAt={reports.startAt}
        autoplay={hasSwitched}
        attempt={attempt}
        halted={failure !== undefined}
        onPosition={reports.moved}
        onPlaying={() => {
          reports.playing();
          setOverlay(undefined);
        }}
        onPaused={reports.paused}
        onSeek={reports.seeked}
        onEnded={() => show('ended')}
        onFailed={() => void diagnose()}
      >
        {failure !== undefined ? (
          <LessonProblem
            failure={failure}
            onRetry={retry}
            onSignIn={signIn}
            next={next && { title: next.title, address: addressOf(next.id) }}
          />
        ) : shown === 'ended' && next ? (
          <NextLessonOffer
            lesson={next}
            onAccept={() => onOpen(next)}
            onCancel={() => setOverlay(undefined)}
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
