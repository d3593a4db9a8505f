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
  captionsAvailable: boolean;
  captionsShown: boolean;
  fullscreen: boolean;
  fullscreenAvailable: boolean;
  pictureInPicture: boolean;
  pictureInPictureAvailable: boolean;
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
  | { type: 'toggle-fullscreen' }
  | { type: 'toggle-picture-in-picture' }
  | { type: 'show-keys' };

export const SKIP_SECONDS = 10;
