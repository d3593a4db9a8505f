// Listens to the keys of a lesson while it is on the page, wherever the focus is.
import { useEffect, useEffectEvent } from 'react';

import { readPreferences } from '../store/player-preferences';
import type { PlayerCommand } from '../store/player-state';
import { isHandledByElement, playerCommand } from './player-keys';

export function usePlayerKeys(perform: (command: PlayerCommand) => void): void {
  useKeys((command) => {
    perform(command);
    return true;
  });
}

/** The keys of a lesson without a player: to the next and to the previous one. */
export function useLessonKeys(next: (() => void) | undefined, previous: (() => void) | undefined) {
  useKeys(({ type }) => {
    const go = type === 'next-lesson' ? next : type === 'previous-lesson' ? previous : undefined;
    go?.();
    return go !== undefined;
  });
}

/** `perform` answers whether there is something to do; otherwise the key does what it does anywhere. */
function useKeys(perform: (command: PlayerCommand) => boolean): void {
  const performLatest = useEffectEvent(perform);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isHandledByElement(event.target, event.key)) return;
      const command = playerCommand(event);
      if (!command || !readPreferences().keys) return;
      // A key that is held down repeats seeking only, not play and pause.
      if (event.repeat && command.type !== 'seek-by') event.preventDefault();
      else if (performLatest(command)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
