// Shows the captions that the member chose, as soon as a lesson's tracks are there.
import { useEffect } from 'react';

import { readPreferences } from './store/player-preferences';
import type { CaptionTrack, PlayerCommand } from './store/player-state';
import { preferredCaptions } from './store/player-store';

export function useCaptions(
  lessonId: number,
  captions: readonly CaptionTrack[],
  perform: (command: PlayerCommand) => void,
): void {
  // Compared as text: the list is a new one with each change of the player's state.
  const wanted = [lessonId, ...captions.map(({ language }) => language)].join(' ');
  useEffect(() => {
    const [, ...languages] = wanted.split(' ');
    if (languages.length === 0 || !readPreferences().captions) return;
    const tracks = languages.map((language) => ({ language, label: language }));
    perform({ type: 'restore-captions', language: preferredCaptions(tracks) });
  }, [wanted, perform]);
}
