// The player: picture, controls, keyboard, and the page's panels over the picture.
//
// Its folders: store/ holds state, commands and preferences; keyboard/ and controls/ give commands;
// overlays/ are panels over the picture. Resume position and progress reports belong to features/progress; the page
// (app/pages/courses/lesson-stage.tsx) connects both.
import { LoaderCircle, Play } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

import { PlayerControls } from './controls/player-controls';
import { commandNotice } from './keyboard/command-notice';
import { KeysDialog } from './keyboard/keys-dialog';
import { usePlayerKeys } from './keyboard/use-player-keys';
import type { PlayerCommand } from './store/player-state';
import { usePlayerStore } from './store/use-player-store';
import { useLessonVideo, type PlayableLesson, type PlaybackEvents } from './use-lesson-video';
import { useIdle } from './use-idle';

interface VideoPlayerProps extends PlaybackEvents {
  lesson: PlayableLesson;
  /** Where the lesson starts, in seconds. */
  startAt: number;
  autoplay: boolean;
  attempt: number;
  /** Pauses the lesson and keeps it paused, while a panel asks the member to act. */
  halted: boolean;
  /** A panel over the picture. */
  children?: ReactNode;
}

const NOTICE_MS = 1_500;

export function VideoPlayer({ children, ...playback }: VideoPlayerProps) {
  const { lesson, halted } = playback;
  const { state, perform: performOnMedia, attachVideo, attachStage } = usePlayerStore();
  const [keysOpen, setKeysOpen] = useState(false);
  const [notice, setNotice] = useState({ text: '' });
  const { attach, videoProps } = useLessonVideo({
    ...playback,
    perform: performOnMedia,
    attachVideo,
  });
  const covered = Boolean(children);
  const [startedId, setStartedId] = useState<number>();

  const perform = useCallback(
    (command: PlayerCommand) => {
      if (command.type === 'show-keys') setKeysOpen(true);
      if (!(halted && command.type === 'toggle-play')) performOnMedia(command);
    },
    [performOnMedia, halted],
  );
  usePlayerKeys((command) => {
    perform(command);
    setNotice({ text: commandNotice(command, state) });
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
      aria-label={`Video: ${lesson.title}`}
      className={classNames(
        'ink-band flex flex-col overflow-hidden rounded-box',
        state.fullscreen && 'rounded-none',
        controlsHidden && 'cursor-none',
      )}
    >
      <div
        className={classNames(
          'relative bg-surface-sunken',
          state.fullscreen ? 'min-h-0 flex-1' : 'aspect-video',
        )}
      >
        {/* A click does the same as the Play button, the space bar and k. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are part of the video file */}
        <video
          ref={attach}
          src={lesson.url}
          aria-label={lesson.title}
          preload="metadata"
          playsInline
          {...videoProps}
          onPlay={(event) => {
            setStartedId(lesson.id);
            videoProps.onPlay?.(event);
          }}
          onClick={() => perform({ type: 'toggle-play' })}
          onDoubleClick={() => perform({ type: 'toggle-fullscreen' })}
          className="absolute inset-0 size-full"
        />
        {/* Only before the first start: on a paused lesson it would cover the chart. */}
        {state.paused && startedId !== lesson.id && !covered && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0 m-auto grid size-18 place-items-center rounded-full bg-accent text-accent-ink"
          >
            <Play size={30} fill="currentColor" className="translate-x-0.5" />
          </span>
        )}
        {state.waiting && !covered && (
          <LoaderCircle
            aria-hidden
            size={48}
            className="pointer-events-none absolute inset-0 m-auto animate-spin text-ink"
          />
        )}
        <p
          role="status"
          className={classNames(
            'pointer-events-none absolute top-4 left-1/2 -translate-x-1/2 rounded-box bg-surface-raised px-3 py-1 text-sm font-semibold',
            notice.text === '' && 'sr-only',
          )}
        >
          {notice.text}
        </p>
        {children}
      </div>
      <div
        className={classNames(
          'transition-opacity duration-150',
          state.fullscreen ? 'absolute inset-x-0 bottom-0 bg-surface/90' : 'bg-surface-raised',
          controlsHidden && 'opacity-0 focus-within:opacity-100',
        )}
      >
        <PlayerControls state={state} perform={perform} />
      </div>
      <KeysDialog open={keysOpen} onOpenChange={setKeysOpen} />
    </section>
  );
}
