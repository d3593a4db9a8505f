// The player's state and commands over media-chrome's store, which hides the differences of browsers in full screen,
// picture in picture, captions and volume. No other file knows that library. The controls are our own elements: 9 kB
// of script instead of 33 kB, and native buttons and sliders for assistive technology.
import { createMediaStore, type MediaState } from 'media-chrome/media-store/media-store';

import type { Playback } from './playback';
import { nextRate, readPreferences, savePreferences } from './player-preferences';
import type { CaptionTrack, PlayerCommand, PlayerState } from './player-state';

type MediaStore = ReturnType<typeof createMediaStore>;

export interface PlayerStore {
  /** The same object until the state changes. */
  getState: () => PlayerState;
  subscribe: (onChange: () => void) => () => void;
  /** Returns the state that the command met. */
  perform: (command: PlayerCommand) => PlayerState;
  attachVideo: (video: HTMLVideoElement | null) => void;
  /** The element that goes full screen. */
  attachStage: (stage: HTMLElement | null) => void;
}

export function createPlayerStore(playback: Playback): PlayerStore {
  const media = createMediaStore({
    documentElement: document,
    // player-preferences.ts keeps these; it also works in a browser that forbids storage.
    options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
  });
  // When a load begins while one track shows, Chromium shows its first track too.
  media.subscribe(({ mediaSubtitlesShowing = [] }) => {
    if (mediaSubtitlesShowing.length > 1)
      showCaptions(media, preferredCaptions(captionsOf(media.getState())));
  });
  let clock: Clock | undefined;
  let element: HTMLVideoElement | null = null;
  let source = media.getState();
  let state = playerState(source, false);
  const getState = () => {
    const current = media.getState();
    if (current !== source) {
      source = current;
      state = playerState(current, clock?.runs() ?? false);
    }
    return state;
  };
  return {
    getState,
    subscribe: (onChange) => media.subscribe(onChange),
    perform: (command) => {
      const met = element ? { ...getState(), ...stateOf(element) } : getState();
      performOn(media, playback, command, met);
      return met;
    },
    attachVideo: (video) => {
      element = video;
      clock?.stop();
      // First, so that it knows of an event before the library's state is read.
      clock = video ? watchClock(video) : undefined;
      media.dispatch({ type: 'mediaelementchangerequest', detail: video });
    },
    attachStage: (stage) =>
      media.dispatch({ type: 'fullscreenelementchangerequest', detail: stage }),
  };
}

function performOn(
  media: MediaStore,
  playback: Playback,
  command: PlayerCommand,
  state: PlayerState,
): void {
  switch (command.type) {
    case 'toggle-play':
      media.dispatch({ type: state.paused ? 'mediaplayrequest' : 'mediapauserequest' });
      break;
    case 'seek-by':
      playback.seek(playback.position() + command.seconds);
      break;
    case 'seek-to':
      playback.seek(command.seconds);
      break;
    case 'seek-to-share':
      if (state.duration > 0) playback.seek(state.duration * command.share);
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
      showCaptions(media, state.captionsShown === null ? preferredCaptions(state.captions) : null);
      if (state.captions.length > 0) savePreferences({ captions: state.captionsShown === null });
      break;
    case 'restore-captions':
      showCaptions(media, command.language);
      break;
    case 'show-captions':
      showCaptions(media, command.language);
      savePreferences(
        command.language === null
          ? { captions: false }
          : { captions: true, captionsLanguage: command.language },
      );
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
    case 'toggle-theatre':
    case 'next-lesson':
    case 'previous-lesson':
    case 'show-keys':
      break;
  }
}

function setRate(media: MediaStore, rate: number): void {
  media.dispatch({ type: 'mediaplaybackraterequest', detail: rate });
  savePreferences({ rate });
}

/** The language chosen last, else a language that the browser prefers, else the first. */
export function preferredCaptions(captions: readonly CaptionTrack[]): string | null {
  const wanted = [readPreferences().captionsLanguage, ...navigator.languages];
  const known = wanted.find((language) => captions.some((track) => track.language === language));
  return known ?? captions[0]?.language ?? null;
}

function showCaptions(media: MediaStore, language: string | null): void {
  const { mediaSubtitlesList = [] } = media.getState();
  // All of them: the store is updated later than the element.
  media.dispatch({ type: 'mediadisablesubtitlesrequest', detail: mediaSubtitlesList });
  const shown = mediaSubtitlesList.filter((track) => track.language === language);
  media.dispatch({ type: 'mediashowsubtitlesrequest', detail: shown.slice(0, 1) });
}

/** The volume that the library sets when it unmutes at volume zero. */
const UNMUTED_VOLUME = 0.25;

function toggleMute(media: MediaStore, { muted, volume }: PlayerState): void {
  const silent = muted || volume === 0;
  media.dispatch({ type: silent ? 'mediaunmuterequest' : 'mediamuterequest' });
  savePreferences({ muted: !silent, volume: volume === 0 ? UNMUTED_VOLUME : volume });
}

interface Clock {
  /** Whether the position moved on by itself since the element last waited or sought. */
  runs: () => boolean;
  stop: () => void;
}

/** The longest step of the clock between two `timeupdate`, in seconds, at the highest speed on a busy machine. */
const LONGEST_STEP = 5;

/** WebKit may say that it waits, and not that it goes on, while the picture plays. */
function watchClock(video: HTMLVideoElement): Clock {
  const ending = new AbortController();
  const { signal } = ending;
  let before: number | undefined;
  let runs = false;
  const reset = () => {
    before = undefined;
    runs = false;
  };
  for (const event of ['waiting', 'seeking', 'pause', 'emptied']) {
    video.addEventListener(event, reset, { signal });
  }
  video.addEventListener(
    'timeupdate',
    () => {
      if (video.paused || video.seeking) return;
      const step = video.currentTime - (before ?? video.currentTime);
      before = video.currentTime;
      if (step !== 0) runs = step > 0 && step <= LONGEST_STEP;
    },
    { signal },
  );
  return { runs: () => runs, stop: () => ending.abort() };
}

/** What an element says at once: the library's state follows with its events, and a key may be pressed again before. */
function stateOf(video: HTMLVideoElement): Partial<PlayerState> {
  const { paused, playbackRate, muted, volume, textTracks } = video;
  const shown = [...textTracks].find(({ mode }) => mode === 'showing');
  return { paused, rate: playbackRate, muted, volume, captionsShown: shown?.language ?? null };
}

function playerState(media: Partial<MediaState>, clockRuns: boolean): PlayerState {
  const paused = media.mediaPaused ?? true;
  return {
    paused,
    ended: media.mediaEnded ?? false,
    waiting: (media.mediaLoading ?? false) && !paused && !clockRuns,
    currentTime: media.mediaCurrentTime ?? 0,
    duration: finite(media.mediaDuration),
    bufferedUntil: finite(media.mediaBuffered?.at(-1)?.[1]),
    volume: media.mediaVolume ?? 1,
    muted: media.mediaMuted ?? false,
    volumeAdjustable: media.mediaVolumeUnavailable === undefined,
    rate: media.mediaPlaybackRate ?? 1,
    captions: captionsOf(media),
    captionsShown: media.mediaSubtitlesShowing?.[0]?.language ?? null,
    fullscreen: media.mediaIsFullscreen ?? false,
    fullscreenAvailable: media.mediaFullscreenUnavailable === undefined,
    pictureInPicture: media.mediaIsPip ?? false,
    pictureInPictureAvailable: media.mediaPipUnavailable === undefined,
  };
}

function captionsOf({ mediaSubtitlesList = [] }: Partial<MediaState>): CaptionTrack[] {
  return mediaSubtitlesList.map(({ language = '', label = '' }) => ({
    language,
    label: label === '' ? language : label,
  }));
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
