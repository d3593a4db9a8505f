// Listens to the player's keys while the player is on the page, wherever the focus is.
import { useEffect, useEffectEvent } from 'react';

import { readPreferences } from '../store/player-preferences';
import type { PlayerCommand } from '../store/player-state';
import { isHandledByElement, playerCommand } from './player-keys';

export function usePlayerKeys(perform: (command: PlayerCommand) => void): void {
  const performLatest = useEffectEvent(perform);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isHandledByElement(event.target, event.key)) return;
      const command = playerCommand(event);
      if (!command || !readPreferences().keys) return;
      event.preventDefault();
      // A key that is held down repeats seeking only, not play and pause.
      if (event.repeat && command.type !== 'seek-by') return;
      performLatest(command);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
