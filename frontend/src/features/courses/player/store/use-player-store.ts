// A player store for as long as the player is on the page, and its current state.
import { useState, useSyncExternalStore } from 'react';

import type { Playback } from './playback';
import { createPlayerStore, type PlayerStore } from './player-store';
import type { PlayerState } from './player-state';

export function usePlayerStore(playback: Playback): PlayerStore & { state: PlayerState } {
  const [store] = useState(() => createPlayerStore(playback));
  const state = useSyncExternalStore(store.subscribe, store.getState);
  return { ...store, state };
}
