// Scrolls a container, never the page, until one of its elements is visible.

/** Space above the element, so that the one before it stays visible. */
const ROOM_PX = 72;

export function keepInView(element: Element | null, boxSelector: string): void {
  const box = element?.closest(boxSelector);
  if (!element || !box) return;
  const offset = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (offset < 0 || offset > box.clientHeight - ROOM_PX) box.scrollTop += offset - ROOM_PX;
}
