// From elements that work without scripts to those that need them: what a visitor did to the first in the
// meantime is read once, when no press is under way that would be lost.
import { useEffect, useRef, type RefObject } from 'react';

/** The element to read from; `read` and `onTakenOver` are the same functions at every render. */
export function useTakeOver<Early extends Element, State>(
  read: (early: Early) => State,
  onTakenOver: (state: State) => void,
): RefObject<Early | null> {
  const early = useRef<Early>(null);

  useEffect(() => {
    let frame = requestAnimationFrame(function takeOver() {
      const { current } = early;
      if (current === null) return;
      if (current.querySelector(':active') === null) onTakenOver(read(current));
      else frame = requestAnimationFrame(takeOver);
    });
    return () => cancelAnimationFrame(frame);
  }, [read, onTakenOver]);

  return early;
}
