// The player of one lesson for a member or for a visitor of a preview: its failures, and what is offered at its end.
import { Suspense, useEffect, useEffectEvent, useState } from 'react';

import type { Lesson, LessonContent } from '@/features/courses/api';
import { LessonProblem } from '@/features/courses/player/overlays/lesson-problem';
import type { Playback } from '@/features/courses/player/store/playback';
import { VideoPlayer } from '@/features/courses/player/video-player';
import { useKeepPictures } from '@/features/courses/pictures/use-keep-pictures';
import type { LessonFailureState } from '@/features/courses/player/use-lesson-failure';
import { useStartSecond } from '@/features/courses/player/use-start-second';
import type { Elements } from '@/ui/elements';
import { lazyPart } from '@/ui/lazy-part';

const EndDevice = lazyPart(
  async () => (await import('@/features/accounts/sessions/end-device')).EndDevice,
);

interface LessonVideoProps {
  lesson: Lesson;
  /** Undefined while it is loading, null when it could not be loaded. */
  content: LessonContent | undefined | null;
  startAt: number;
  playback: Playback;
  failures: LessonFailureState;
  /** Loads the content again. */
  onReload: () => void;
  theatre: boolean;
  onTheatre?: (theatre: boolean) => void;
  next: { title: string; address: string } | undefined;
  courseTitle: string;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  onSignIn: () => void;
  /** What is shown over the picture when the lesson has ended. */
  end: Elements;
  /** What a screen reader hears of it. */
  spokenEnd: string;
}

const NOTHING = { captions: [], chapters: [] };

export function LessonVideo(props: LessonVideoProps) {
  const { lesson, content, playback, failures, end } = props;
  const [firstId] = useState(lesson.id);
  const [hasSwitched, setHasSwitched] = useState(false);
  if (!hasSwitched && lesson.id !== firstId) setHasSwitched(true);
  useStartSecond(lesson.id, playback);
  const clear = useEffectEvent(failures.clear);
  useEffect(() => playback.listen({ playing: () => clear() }), [playback]);
  // A lesson that plays by itself loads no poster.
  useKeepPictures(content, !hasSwitched);

  const file = content?.file ?? lesson.url ?? null;
  const hls = content?.hls ?? null;
  const { duration } = lesson;
  // A short lesson begins with its file before the rest is known; a lesson whose rest failed has its file.
  const known = content !== undefined || (file !== null && duration < 120);
  const missing = known && file === null && hls === null;
  const failure =
    failures.failure ??
    (missing ? ({ kind: content ? 'unplayable' : 'unreachable' } as const) : undefined);

  const retry = () => {
    playback.play();
    failures.retry();
    if (content === null) props.onReload();
  };

  return (
    <VideoPlayer
      lesson={{
        ...(content ?? NOTHING),
        id: lesson.id,
        title: lesson.title,
        startAt: props.startAt,
        sources: known ? { hls, hlsStart: content?.hlsStart, file, duration } : undefined,
      }}
      autoplay={hasSwitched}
      attempt={failures.attempt}
      halted={failure !== undefined}
      theatre={props.theatre}
      onTheatre={props.onTheatre}
      playback={playback}
      courseTitle={props.courseTitle}
      onNext={props.onNext}
      onPrevious={props.onPrevious}
      spoken={failure === undefined && end !== null ? props.spokenEnd : ''}
      onFailed={failures.diagnose}
      onUnplayable={() => failures.fail({ kind: 'unplayable' })}
    >
      {failure !== undefined ? (
        <LessonProblem
          failure={failure}
          onRetry={retry}
          onSignIn={props.onSignIn}
          next={props.next}
          devices={
            failure.kind === 'too-many-streams' && (
              <Suspense fallback={null}>
                <EndDevice onEnded={retry} />
              </Suspense>
            )
          }
        />
      ) : (
        end
      )}
    </VideoPlayer>
  );
}
