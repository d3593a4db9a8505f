// Modal dialogs, which jsdom does not have: the first control gets the focus, nothing else of the page is found by its role, and Escape
// asks the dialog to close.
const FOCUSABLE = 'a[href], button, input, select, textarea';

/** What a modal dialog has hidden. */
const hidden = new WeakMap<HTMLDialogElement, Element[]>();

function hideOthers(dialog: HTMLDialogElement): Element[] {
  const others: Element[] = [];
  for (let at: Element = dialog; at.parentElement !== null; at = at.parentElement) {
    if (at === document.body) break;
    others.push(...[...at.parentElement.children].filter((child) => child !== at));
  }
  const shown = others.filter((other) => !other.hasAttribute('aria-hidden'));
  for (const other of shown) other.setAttribute('aria-hidden', 'true');
  return shown;
}

function onEscape(this: HTMLDialogElement, { key }: KeyboardEvent): void {
  if (key === 'Escape') this.dispatchEvent(new Event('cancel', { cancelable: true }));
}

export function fakeDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    hidden.set(this, hideOthers(this));
    this.addEventListener('keydown', onEscape);
    this.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.removeEventListener('keydown', onEscape);
    for (const other of hidden.get(this) ?? []) other.removeAttribute('aria-hidden');
  };
}
