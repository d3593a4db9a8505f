// What appears between the press and the release of a pointer moves what is pressed, and the click is lost.
let isPressed = false;
let waiting: (() => void)[] = [];

function released(): void {
  isPressed = false;
  const acts = waiting;
  waiting = [];
  // The click follows the release.
  if (acts.length > 0) setTimeout(() => acts.forEach((act) => act()));
}

if (typeof document !== 'undefined') {
  const early = { capture: true, passive: true };
  document.addEventListener('pointerdown', () => (isPressed = true), early);
  document.addEventListener('pointerup', released, early);
  document.addEventListener('pointercancel', released, early);
}

/** Acts at once, or after the click that a pressed pointer is about to make. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
