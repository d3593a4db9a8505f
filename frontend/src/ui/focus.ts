// Where the focus goes when a press has taken away what was pressed.
import { useEffect, useEffectEvent, useRef } from 'react';

/** As a `ref`: the focus goes to what has come. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}

/** When `open` has ended, `focus` is called, unless something has the focus already. */
export function useAfterClose(open: boolean, focus: () => void): void {
  const wasOpen = useRef(open);
  const closed = useEffectEvent(focus);
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) closed();
    wasOpen.current = open;
  }, [open]);
}
