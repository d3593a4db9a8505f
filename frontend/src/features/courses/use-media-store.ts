// The only file that knows the player library: media-chrome's store, which evens out what browsers do
// differently about full screen, picture in picture, captions and volume. The controls are plain elements of
// our own (9 kB instead of 33 kB, and native buttons and sliders for assistive technology).
import { createMediaStore, type MediaState } from 'media-chrome/media-store/media-store';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';

import { nextRate, rememberPreferences } from './player-preferences';
import type { PlayerCommand, PlayerState } from './player-state';

const { min, max } = Math;

export function useMediaStore() {
  // Preferences are kept by player-preferences, which survives a browser that forbids storage.
  const [store] = useState(() =>
    createMediaStore({
      documentElement: document,
      options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
    }),
  );
  const media = useSyncExternalStore(store.subscribe, store.getState);
  const state = useMemo(() => playerState(media), [media]);

  const attachVideo = useCallback(
    (video: HTMLVideoElement | null) =>
      store.dispatch({ type: 'mediaelementchangerequest', detail: video }),
    [store],
  );
  const attachStage = useCallback(
    (stage: HTMLElement | null) =>
      store.dispatch({ type: 'fullscreenelementchangerequest', detail: stage }),
    [store],
  );

  const perform = useCallback(
    (command: PlayerCommand) => {
      const now = playerState(store.getState());
      const seek = (seconds: number) =>
        store.dispatch({ type: 'mediaseekrequest', detail: max(0, min(seconds, now.duration)) });
      const changeRate = (rate: number) => {
        store.dispatch({ type: 'mediaplaybackraterequest', detail: rate });
        rememberPreferences({ rate });
      };
      switch (command.type) {
        case 'toggle-play':
          store.dispatch({ type: now.paused ? 'mediaplayrequest' : 'mediapauserequest' });
          break;
        case 'seek-by':
          seek(now.currentTime + command.seconds);
          break;
        case 'seek-to':
          seek(command.seconds);
          break;
        case 'seek-to-share':
          seek(now.duration * command.share);
          break;
        case 'change-rate':
          changeRate(nextRate(now.rate, command.direction));
          break;
        case 'set-rate':
          changeRate(command.rate);
          break;
        case 'toggle-mute': {
          const silent = now.muted || now.volume === 0;
          store.dispatch({ type: silent ? 'mediaunmuterequest' : 'mediamuterequest' });
          // Out of silence the library goes to a quarter of the volume.
          const volume = now.volume === 0 ? 0.25 : now.volume;
          rememberPreferences({ muted: !silent, volume });
          break;
        }
        case 'set-volume':
          store.dispatch({ type: 'mediavolumerequest', detail: command.volume });
          rememberPreferences({ volume: command.volume, muted: false });
          break;
        case 'toggle-captions':
          store.dispatch({ type: 'mediatogglesubtitlesrequest', detail: !now.captionsShown });
          if (now.captionsAvailable) rememberPreferences({ captions: !now.captionsShown });
          break;
        case 'toggle-fullscreen':
          store.dispatch({
            type: now.fullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest',
          });
          break;
        case 'toggle-picture-in-picture':
          store.dispatch({
            type: now.pictureInPicture ? 'mediaexitpiprequest' : 'mediaenterpiprequest',
          });
          break;
        case 'show-keys':
          break;
      }
    },
    [store],
  );

  return { state, perform, attachVideo, attachStage };
}

function playerState(media: Partial<MediaState>): PlayerState {
  return {
    paused: media.mediaPaused ?? true,
    ended: media.mediaEnded ?? false,
    waiting: (media.mediaLoading ?? false) && !(media.mediaPaused ?? true),
    currentTime: media.mediaCurrentTime ?? 0,
    duration: finite(media.mediaDuration),
    bufferedUntil: finite(media.mediaBuffered?.at(-1)?.[1]),
    volume: media.mediaVolume ?? 1,
    muted: media.mediaMuted ?? false,
    volumeAdjustable: media.mediaVolumeUnavailable === undefined,
    rate: media.mediaPlaybackRate ?? 1,
    captionsAvailable: (media.mediaSubtitlesList?.length ?? 0) > 0,
    captionsShown: (media.mediaSubtitlesShowing?.length ?? 0) > 0,
    fullscreen: media.mediaIsFullscreen ?? false,
    fullscreenAvailable: media.mediaFullscreenUnavailable === undefined,
    pictureInPicture: media.mediaIsPip ?? false,
    pictureInPictureAvailable: media.mediaPipUnavailable === undefined,
  };
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
