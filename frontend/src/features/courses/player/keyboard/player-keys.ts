// The player's keyboard shortcuts, and which keys the focused element needs for itself.
import { SKIP_SECONDS, type PlayerCommand } from '../store/player-state';

/** The list that ? opens, in its order. */
export const KEY_LIST = [
  { keys: ['Space', 'K'], action: 'Play or pause' },
  { keys: ['←', 'J'], action: 'Back 10 seconds' },
  { keys: ['→', 'L'], action: 'Forward 10 seconds' },
  { keys: ['0', '–', '9'], action: 'Jump to 0 % to 90 % of the lesson' },
  { keys: ['<', '>'], action: 'Slower, faster' },
  { keys: ['M'], action: 'Sound off or on' },
  { keys: ['C'], action: 'Captions on or off' },
  { keys: ['F'], action: 'Full screen' },
  { keys: ['T'], action: 'Wide picture' },
  { keys: ['N', 'P'], action: 'Next lesson, previous lesson' },
  { keys: ['/'], action: 'Search your courses' },
  { keys: ['?'], action: 'This list' },
] as const;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function playerCommand({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: KeyPress): PlayerCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (/^[0-9]$/.test(key)) return { type: 'seek-to-share', share: Number(key) / 10 };
  switch (key.toLowerCase()) {
    case ' ':
    case 'k':
      return { type: 'toggle-play' };
    case 'arrowleft':
    case 'j':
      return { type: 'seek-by', seconds: -SKIP_SECONDS };
    case 'arrowright':
    case 'l':
      return { type: 'seek-by', seconds: SKIP_SECONDS };
    case '<':
      return { type: 'change-rate', direction: -1 };
    case '>':
      return { type: 'change-rate', direction: 1 };
    case 'f':
      return { type: 'toggle-fullscreen' };
    case 'm':
      return { type: 'toggle-mute' };
    case 'c':
      return { type: 'toggle-captions' };
    case 't':
      return { type: 'toggle-theatre' };
    case 'n':
      return { type: 'next-lesson' };
    case 'p':
      return { type: 'previous-lesson' };
    case '?':
      return { type: 'show-keys' };
    default:
      return undefined;
  }
}

const TYPING =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="listbox"]';
/** Charts and exercises, which have single keys of their own. */
const OWN_KEYS = '[data-own-keys]';
const OVERLAYS = 'dialog[open], [role="menu"]';
const PRESSED_BY_SPACE =
  'button, summary, [role="button"], [role="tab"], [role="checkbox"], [role="switch"]';
const MOVED_BY_ARROWS = '[role="tab"], [role="slider"], [role="radio"]';
const NOT_TYPED_INTO = new Set([
  'button',
  'submit',
  'reset',
  'checkbox',
  'radio',
  'range',
  'file',
  'image',
  'color',
]);

/** Whether the focused element handles this key itself, so that the player must ignore it. */
export function isHandledByElement(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(OVERLAYS) || target.closest(TYPING) || target.closest(OWN_KEYS)) return true;
  const space = key === ' ';
  const arrow = key.startsWith('Arrow');
  if (target instanceof HTMLInputElement) {
    if (!NOT_TYPED_INTO.has(target.type)) return true;
    if (target.type === 'range' || target.type === 'radio')
      return arrow || (target.type === 'radio' && space);
    return space;
  }
  if (space && target.closest(PRESSED_BY_SPACE)) return true;
  return arrow && target.closest(MOVED_BY_ARROWS) !== null;
}
