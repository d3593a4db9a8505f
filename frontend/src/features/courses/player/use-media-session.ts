// The lesson on lock screens, headsets and media keys (W3C Media Session): its title, and the actions of the player.
import { useEffect, useEffectEvent } from 'react';

import { SKIP_SECONDS, type PlayerCommand } from './store/player-state';

interface MediaSessionLesson {
  title: string;
  courseTitle: string;
  poster: string | undefined;
  paused: boolean;
  hasNext: boolean;
  hasPrevious: boolean;
}

export function useMediaSession(
  lesson: MediaSessionLesson,
  perform: (command: PlayerCommand) => void,
): void {
  const { title, courseTitle, poster, paused, hasNext, hasPrevious } = lesson;
  const act = useEffectEvent(perform);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: courseTitle,
      artwork: poster === undefined ? [] : [{ src: poster }],
    });
    return () => {
      mediaSession.metadata = null;
    };
  }, [title, courseTitle, poster]);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.playbackState = paused ? 'paused' : 'playing';
    return () => {
      mediaSession.playbackState = 'none';
    };
  }, [paused]);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const skip = (seconds: number) => () => act({ type: 'seek-by', seconds });
    const actions: [MediaSessionAction, (() => void) | null][] = [
      ['seekbackward', skip(-SKIP_SECONDS)],
      ['seekforward', skip(SKIP_SECONDS)],
      ['nexttrack', hasNext ? () => act({ type: 'next-lesson' }) : null],
      ['previoustrack', hasPrevious ? () => act({ type: 'previous-lesson' }) : null],
    ];
    for (const [action, handler] of actions) {
      try {
        mediaSession.setActionHandler(action, handler);
      } catch {
        // The browser does not know the action.
      }
    }
    return () => {
      for (const [action] of actions) {
        try {
          mediaSession.setActionHandler(action, null);
        } catch {
          // As above.
        }
      }
    };
  }, [hasNext, hasPrevious]);
}
