// Scrolls a box, and never the page, until one of its elements can be seen in it.

/** Room before the element, so that the one before it stays in sight. */
const ROOM_PX = 72;

export function keepInView(element: Element | null, boxSelector: string): void {
  const box = element?.closest(boxSelector);
  if (!element || !box) return;
  const offset = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (offset < 0 || offset > box.clientHeight - ROOM_PX) box.scrollTop += offset - ROOM_PX;
}
