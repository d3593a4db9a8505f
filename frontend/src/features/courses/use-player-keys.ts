// Listens to the keyboard for as long as the player is on the page, wherever the focus is.
import { useEffect, useRef } from 'react';

import { keyBelongsTo, playerCommand } from './player-keys';
import type { PlayerCommand } from './player-state';

export function usePlayerKeys(perform: (command: PlayerCommand) => void): void {
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || keyBelongsTo(event.target, event.key)) return;
      const command = playerCommand(event);
      if (!command) return;
      event.preventDefault();
      // A key held down walks through the lesson; it does not play and pause twenty times a second.
      if (event.repeat && command.type !== 'seek-by') return;
      latest.current(command);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
