// A picture of a text that cannot be had, such as without a connection: its alternative text stands in its place, until the
// connection is back.

/** Returns what ends it. */
export function replaceMissing(text: HTMLElement): () => void {
  const missing = new Map<HTMLImageElement, HTMLElement>();
  const replace = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return;
    const box = document.createElement('span');
    box.className = 'missing-picture';
    if (target.alt === '') box.ariaHidden = 'true';
    else {
      box.role = 'img';
      box.ariaLabel = target.alt;
      box.textContent = target.alt;
    }
    missing.set(target, box);
    target.replaceWith(box);
  };
  const again = () => {
    for (const [picture, box] of missing) {
      box.replaceWith(picture);
      // Loads it again.
      picture.setAttribute('src', picture.getAttribute('src') ?? '');
    }
    missing.clear();
  };
  // The event of a picture does not bubble.
  text.addEventListener('error', replace, { capture: true });
  window.addEventListener('online', again);
  return () => {
    text.removeEventListener('error', replace, { capture: true });
    window.removeEventListener('online', again);
  };
}
