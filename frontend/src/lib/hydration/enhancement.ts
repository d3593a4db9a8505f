// Progressive enhancement: replaces an element that works without scripts by an element that needs them. The static
// element's state is read once, while nothing in it is being pressed, so that no click is lost.
import { useEffect, useRef, type RefObject } from 'react';

/**
 * The ref of the static element. `readState` and `onEnhance` must be the same functions at every render; without
 * `onEnhance` the static element stays.
 */
export function useEnhancement<StaticElement extends Element, State>(
  readState: (element: StaticElement) => State,
  onEnhance: ((state: State) => void) | undefined,
): RefObject<StaticElement | null> {
  const ref = useRef<StaticElement>(null);

  useEffect(() => {
    if (!onEnhance) return;
    let frame = requestAnimationFrame(function enhance() {
      const { current } = ref;
      if (current === null) return;
      if (current.querySelector(':active') === null) onEnhance(readState(current));
      else frame = requestAnimationFrame(enhance);
    });
    return () => cancelAnimationFrame(frame);
  }, [readState, onEnhance]);

  return ref;
}
