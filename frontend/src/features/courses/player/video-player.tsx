// The player: picture, controls, keyboard, and the page's panels over the picture.
//
// Its folders: source/ decides how the video reaches the element; store/ holds state, commands and preferences;
// keyboard/ and controls/ give commands; seek-pictures/ shows the picture at a pointed second; overlays/ are panels over the
// picture. Resume position and progress reports belong to features/progress; the page
// (app/pages/courses/stage/lesson-stage.tsx) connects both.
import { LoaderCircle, Play } from 'lucide-react';
import { Suspense, useEffect, useId, useState } from 'react';

import { classNames } from '@/lib/class-names';
import type { Elements } from '@/ui/elements';
import { useAfterClose } from '@/ui/focus';
import { lazyPart } from '@/ui/lazy-part';

import { PlayerControls } from './controls/player-controls';
import { commandNotice } from './keyboard/command-notice';
import { usePlayerKeys } from './keyboard/use-player-keys';
import type { Playback } from './store/playback';
import type { PlayerCommand } from './store/player-state';
import { usePlayerStore } from './store/use-player-store';
import { useCaptions } from './use-captions';
import { useMediaSession } from './use-media-session';
import { useLessonVideo, type PlayableLesson } from './use-lesson-video';
import { useIdle } from './use-idle';
import { useStall, type Stall } from './use-stall';

import './player.css';

interface VideoPlayerProps {
  lesson: PlayableLesson;
  autoplay: boolean;
  attempt: number;
  /** Pauses the lesson and keeps it paused, while a panel asks the member to act. */
  halted: boolean;
  playback: Playback;
  /** No source of the lesson plays. */
  onFailed: () => void;
  /** The file has sound alone in this browser, and nothing else can be played. */
  onUnplayable: () => void;
  /** Whether the picture is as wide as the window. */
  theatre: boolean;
  /** Absent where there is no room for it. */
  onTheatre?: (theatre: boolean) => void;
  courseTitle: string;
  /** Absent where there is no such lesson. */
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  /** What a screen reader hears of the panel. */
  spoken: string;
  /** A panel over the picture. */
  children?: Elements;
}

const NOTICE_MS = 1_500;

const STALL_COPY: Record<Stall, string> = {
  none: '',
  short: '',
  slow: 'The connection is slow. The lesson goes on by itself.',
  offline: 'You are offline. The lesson goes on when the connection is back.',
};

/** Its dialog is loaded when it is first opened. */
const KeysDialog = lazyPart(async () => (await import('./keyboard/keys-dialog')).KeysDialog);

export function VideoPlayer({ children, ...props }: VideoPlayerProps) {
  const { lesson, playback, halted, theatre, onTheatre } = props;
  const { state, perform: performOnMedia, attachVideo, attachStage } = usePlayerStore(playback);
  const [keysOpen, setKeysOpen] = useState(false);
  const [notice, setNotice] = useState({ text: '' });
  const { attach, videoProps, source } = useLessonVideo({ ...props, attachVideo });
  const covered = Boolean(children);
  const [startedId, setStartedId] = useState<number>();
  const loading = source.delivery === undefined;
  // A lesson that plays by itself shows its first frame as soon: the poster would only take bandwidth from it.
  const poster = props.autoplay ? undefined : (lesson.poster ?? undefined);
  const stall = useStall(state.waiting && !covered, source.recover);
  useCaptions(lesson.id, state, performOnMedia);

  const perform = (command: PlayerCommand) => {
    if (command.type === 'show-keys') setKeysOpen(true);
    if (command.type === 'toggle-theatre') onTheatre?.(!theatre);
    if (command.type === 'next-lesson') props.onNext?.();
    if (command.type === 'previous-lesson') props.onPrevious?.();
    return halted && command.type === 'toggle-play' ? state : performOnMedia(command);
  };
  useMediaSession(
    {
      title: lesson.title,
      courseTitle: props.courseTitle,
      poster: lesson.poster ?? undefined,
      paused: state.paused,
      hasNext: props.onNext !== undefined,
      hasPrevious: props.onPrevious !== undefined,
    },
    perform,
  );
  const id = useId();
  // The panel's buttons had the focus, and are gone.
  useAfterClose(covered, () => document.getElementById(id)?.focus({ preventScroll: true }));
  usePlayerKeys((command) => {
    const before = perform(command);
    setNotice({ text: commandNotice(command, before) });
  });
  useEffect(() => {
    if (notice.text === '') return;
    const timer = setTimeout(() => setNotice({ text: '' }), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  const controlsHidden = useIdle(state.fullscreen && !state.paused);

  return (
    <section
      ref={attachStage}
      id={id}
      tabIndex={-1}
      aria-label={`Video: ${lesson.title}`}
      data-bar={state.fullscreen && !controlsHidden ? '' : undefined}
      className={classNames(
        'player-stage ink-band flex flex-col rounded-box focus:outline-none',
        state.fullscreen && 'rounded-none',
        controlsHidden && 'cursor-none',
      )}
    >
      <div
        className={classNames(
          'relative grid overflow-clip bg-surface-sunken',
          state.fullscreen ? 'min-h-0 flex-1' : 'aspect-video rounded-t-box',
        )}
      >
        {/* A click does the same as the Play button, the space bar and k. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a lesson has tracks when its author gave captions */}
        <video
          ref={attach}
          src={source.src}
          poster={poster}
          aria-label={lesson.title}
          // Until the first frame, a browser that was asked for the metadata alone waits between its reads.
          preload={props.autoplay ? 'auto' : 'metadata'}
          playsInline
          {...videoProps}
          onPlay={() => setStartedId(lesson.id)}
          onClick={() => perform({ type: 'toggle-play' })}
          onDoubleClick={() => perform({ type: 'toggle-fullscreen' })}
          className="lesson-video absolute inset-0 size-full"
        >
          {lesson.captions.map(({ language, label, url }) => (
            <track key={url} kind="captions" srcLang={language} label={label} src={url} />
          ))}
        </video>
        {/* Only before the first start: on a paused lesson it would cover the chart. In the corner, because a poster's title is in the middle. */}
        {state.paused && startedId !== lesson.id && !covered && !loading && (
          <span
            aria-hidden
            className="pointer-events-none absolute bottom-4 left-4 grid size-14 place-items-center rounded-full bg-accent text-accent-ink sm:bottom-8 sm:left-8 sm:size-18"
          >
            <Play size={30} fill="currentColor" className="translate-x-0.5" />
          </span>
        )}
        {((stall !== 'none' && stall !== 'offline') || loading) && !covered && (
          <LoaderCircle
            aria-hidden
            size={48}
            className="pointer-events-none absolute inset-0 m-auto animate-spin text-ink"
          />
        )}
        <p
          role="status"
          className={classNames(
            'pointer-events-none absolute bottom-4 left-1/2 w-max max-w-[90%] -translate-x-1/2 rounded-box bg-surface-raised px-3 py-1 text-center text-sm font-semibold',
            STALL_COPY[stall] === '' && 'sr-only',
          )}
        >
          {STALL_COPY[stall]}
        </p>
        <p
          role="status"
          className={classNames(
            'pointer-events-none absolute top-4 left-1/2 -translate-x-1/2 rounded-box bg-surface-raised px-3 py-1 text-sm font-semibold',
            notice.text === '' && 'sr-only',
          )}
        >
          {notice.text}
        </p>
        <p role="status" className="sr-only">
          {props.spoken}
        </p>
        {children}
      </div>
      <div
        className={classNames(
          'transition-opacity duration-150',
          state.fullscreen
            ? 'absolute inset-x-0 bottom-0 bg-surface/90'
            : 'rounded-b-box bg-surface-raised',
          controlsHidden && 'opacity-0 focus-within:opacity-100',
        )}
      >
        <PlayerControls
          state={state}
          source={source}
          chapters={lesson.chapters}
          seekPictures={lesson.seekPreviews ?? null}
          theatre={onTheatre ? theatre : undefined}
          perform={perform}
        />
      </div>
      {keysOpen && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setKeysOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
