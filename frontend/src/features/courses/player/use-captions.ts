// Shows the captions that the member chose, as soon as a lesson's tracks are there.
import { useEffect, useRef } from 'react';

import { readPreferences } from './store/player-preferences';
import type { PlayerCommand, PlayerState } from './store/player-state';
import { preferredCaptions } from './store/player-store';

/** WebKit sets the modes of tracks in a task after they appear; a member is not as fast in its own menu of captions. */
const CONFIGURED_MS = 2_000;

export function useCaptions(
  lessonId: number,
  { captions, captionsShown }: Pick<PlayerState, 'captions' | 'captionsShown'>,
  perform: (command: PlayerCommand) => void,
): void {
  const appeared = useRef({ tracks: '', at: 0 });
  // Compared as text: the list is a new one with each change of the player's state.
  const tracks = [lessonId, ...captions.map(({ language }) => language)].join(' ');
  useEffect(() => {
    const now = performance.now();
    if (appeared.current.tracks !== tracks) appeared.current = { tracks, at: now };
    const [, ...languages] = tracks.split(' ');
    const isNew = now - appeared.current.at < CONFIGURED_MS;
    if (languages.length === 0 || !isNew || !readPreferences().captions) return;
    const wanted = preferredCaptions(languages.map((language) => ({ language, label: language })));
    if (captionsShown !== wanted) perform({ type: 'restore-captions', language: wanted });
  }, [tracks, captionsShown, perform]);
}
