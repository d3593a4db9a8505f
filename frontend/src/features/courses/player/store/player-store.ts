// The player's state and commands over media-chrome's store, which hides the differences of browsers in full screen,
// picture in picture, captions and volume. No other file knows that library. The controls are our own elements: 9 kB
// of script instead of 33 kB, and native buttons and sliders for assistive technology.
import { createMediaStore, type MediaState } from 'media-chrome/media-store/media-store';

import { nextRate, savePreferences } from './player-preferences';
import type { PlayerCommand, PlayerState } from './player-state';

type MediaStore = ReturnType<typeof createMediaStore>;

export interface PlayerStore {
  /** The same object until the state changes. */
  getState: () => PlayerState;
  subscribe: (onChange: () => void) => () => void;
  perform: (command: PlayerCommand) => void;
  attachVideo: (video: HTMLVideoElement | null) => void;
  /** The element that goes full screen. */
  attachStage: (stage: HTMLElement | null) => void;
}

export function createPlayerStore(): PlayerStore {
  const media = createMediaStore({
    documentElement: document,
    // player-preferences.ts keeps these; it also works in a browser that forbids storage.
    options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
  });
  let source = media.getState();
  let state = playerState(source);
  const getState = () => {
    const current = media.getState();
    if (current !== source) {
      source = current;
      state = playerState(current);
    }
    return state;
  };
  return {
    getState,
    subscribe: (onChange) => media.subscribe(onChange),
    perform: (command) => performOn(media, command, getState()),
    attachVideo: (video) => media.dispatch({ type: 'mediaelementchangerequest', detail: video }),
    attachStage: (stage) =>
      media.dispatch({ type: 'fullscreenelementchangerequest', detail: stage }),
  };
}

function performOn(media: MediaStore, command: PlayerCommand, state: PlayerState): void {
  switch (command.type) {
    case 'toggle-play':
      media.dispatch({ type: state.paused ? 'mediaplayrequest' : 'mediapauserequest' });
      break;
    case 'seek-by':
      seek(media, state, state.currentTime + command.seconds);
      break;
    case 'seek-to':
      seek(media, state, command.seconds);
      break;
    case 'seek-to-share':
      seek(media, state, state.duration * command.share);
      break;
    case 'change-rate':
      setRate(media, nextRate(state.rate, command.direction));
      break;
    case 'set-rate':
      setRate(media, command.rate);
      break;
    case 'toggle-mute':
      toggleMute(media, state);
      break;
    case 'set-volume':
      media.dispatch({ type: 'mediavolumerequest', detail: command.volume });
      savePreferences({ volume: command.volume, muted: false });
      break;
    case 'toggle-captions':
      media.dispatch({ type: 'mediatogglesubtitlesrequest', detail: !state.captionsShown });
      if (state.captionsAvailable) savePreferences({ captions: !state.captionsShown });
      break;
    case 'toggle-fullscreen':
      media.dispatch({
        type: state.fullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest',
      });
      break;
    case 'toggle-picture-in-picture':
      media.dispatch({
        type: state.pictureInPicture ? 'mediaexitpiprequest' : 'mediaenterpiprequest',
      });
      break;
    case 'show-keys':
      break;
  }
}

function seek(media: MediaStore, { duration }: PlayerState, seconds: number): void {
  const detail = Math.max(0, Math.min(seconds, duration));
  media.dispatch({ type: 'mediaseekrequest', detail });
}

function setRate(media: MediaStore, rate: number): void {
  media.dispatch({ type: 'mediaplaybackraterequest', detail: rate });
  savePreferences({ rate });
}

/** The volume that the library sets when it unmutes at volume zero. */
const UNMUTED_VOLUME = 0.25;

function toggleMute(media: MediaStore, { muted, volume }: PlayerState): void {
  const silent = muted || volume === 0;
  media.dispatch({ type: silent ? 'mediaunmuterequest' : 'mediamuterequest' });
  savePreferences({ muted: !silent, volume: volume === 0 ? UNMUTED_VOLUME : volume });
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
