// The player: the picture, its controls, its keys and, over the picture, whatever the page has to say.
import { LoaderCircle, Play } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

import { commandNotice } from './command-notice';
import { KeysDialog } from './keys-dialog';
import { PlayerControls } from './player-controls';
import type { PlayerCommand } from './player-state';
import { useIdle } from './use-idle';
import { useLessonVideo, type PlayableLesson, type PlaybackEvents } from './use-lesson-video';
import { useMediaStore } from './use-media-store';
import { usePlayerKeys } from './use-player-keys';

interface VideoPlayerProps extends PlaybackEvents {
  lesson: PlayableLesson;
  /** Where the lesson starts, in seconds. */
  startAt: number;
  autoplay: boolean;
  attempt: number;
  /** Stops the lesson and keeps it stopped, while something else has to be done first. */
  halted: boolean;
  /** Shown over the picture: what comes next, or what went wrong. */
  children?: ReactNode;
}

const NOTICE_MS = 1_500;

export function VideoPlayer({ children, ...playback }: VideoPlayerProps) {
  const { lesson, halted } = playback;
  const { state, perform: performOnMedia, attachVideo, attachStage } = useMediaStore();
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

  const aside = useIdle(state.fullscreen && !state.paused);

  return (
    <section
      ref={attachStage}
      aria-label={`Video: ${lesson.title}`}
      className={classNames(
        'ink-band flex flex-col overflow-hidden rounded-box',
        state.fullscreen && 'rounded-none',
        aside && 'cursor-none',
      )}
    >
      <div
        className={classNames(
          'relative bg-surface-sunken',
          state.fullscreen ? 'min-h-0 flex-1' : 'aspect-video',
        )}
      >
        {/* The click repeats what the Play button, the space bar and k do. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come inside the video file */}
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
        {/* A lesson paused is a chart being read: the invitation stands before the first start alone. */}
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
          aside && 'opacity-0 focus-within:opacity-100',
        )}
      >
        <PlayerControls state={state} perform={perform} />
      </div>
      <KeysDialog open={keysOpen} onOpenChange={setKeysOpen} />
    </section>
  );
}
