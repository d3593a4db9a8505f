// A small panel beside its button stays inside the window: it is moved sideways by as much as it would be cut off.

/** Between the panel and the window's edge, in pixels. */
const MARGIN = 12;

/** The ref of a panel that is placed absolutely; when it is drawn its place is known. */
export function keepInWindow(panel: HTMLElement | null): void {
  if (panel === null) return;
  const { left, right } = panel.getBoundingClientRect();
  const beyond = right - (document.documentElement.clientWidth - MARGIN);
  const shift = left < MARGIN ? MARGIN - left : beyond > 0 ? -Math.min(beyond, left - MARGIN) : 0;
  // Not `translate`: that is what it rises by.
  if (shift !== 0) panel.style.transform = `translateX(${shift}px)`;
}
