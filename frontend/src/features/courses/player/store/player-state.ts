// The player's state as the controls see it, and the commands that they give. Independent of the player library.

/** Times in seconds, shares from 0 to 1. */
export interface PlayerState {
  paused: boolean;
  ended: boolean;
  /** Playing, but waiting for data. */
  waiting: boolean;
  currentTime: number;
  duration: number;
  bufferedUntil: number;
  volume: number;
  muted: boolean;
  /** False on phones, where only the device's buttons change the volume. */
  volumeAdjustable: boolean;
  rate: number;
  /** The captions of the lesson; empty without captions. */
  captions: readonly CaptionTrack[];
  /** The language that is shown; null when captions are off. */
  captionsShown: string | null;
  fullscreen: boolean;
  fullscreenAvailable: boolean;
  pictureInPicture: boolean;
  pictureInPictureAvailable: boolean;
}

export interface CaptionTrack {
  /** BCP 47. */
  language: string;
  label: string;
}

export type PlayerCommand =
  | { type: 'toggle-play' }
  | { type: 'seek-by'; seconds: number }
  | { type: 'seek-to'; seconds: number }
  | { type: 'seek-to-share'; share: number }
  | { type: 'change-rate'; direction: 1 | -1 }
  | { type: 'set-rate'; rate: number }
  | { type: 'toggle-mute' }
  | { type: 'set-volume'; volume: number }
  | { type: 'toggle-captions' }
  /** null: off. The choice is remembered. */
  | { type: 'show-captions'; language: string | null }
  /** The stored preferences. */
  | { type: 'restore-captions'; language: string | null }
  | { type: 'toggle-fullscreen' }
  | { type: 'toggle-picture-in-picture' }
  | { type: 'toggle-theatre' }
  | { type: 'next-lesson' }
  | { type: 'previous-lesson' }
  | { type: 'show-keys' };

export const SKIP_SECONDS = 10;
