// One button of the player: an icon, an accessible name and its keyboard shortcut.
import type { LucideIcon } from 'lucide-react';

import { classNames } from '@/lib/class-names';

interface ControlButtonProps {
  label: string;
  /** The key as `aria-keyshortcuts` writes it. */
  shortcut?: string;
  icon: LucideIcon;
  pressed?: boolean;
  /** Whether what it opens is open, and the id of that. */
  expanded?: boolean;
  controls?: string;
  className?: string;
  onClick: () => void;
}

export function ControlButton({
  label,
  shortcut,
  icon: Icon,
  pressed,
  expanded,
  controls,
  className,
  onClick,
}: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      onClick={onClick}
      className={classNames(
        'grid size-10 shrink-0 place-items-center rounded-box text-ink hover:bg-line',
        'aria-pressed:text-accent',
        className,
      )}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
