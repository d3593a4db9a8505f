// A button that opens a menu of links (WAI-ARIA, menu button): arrows move, Escape and a press elsewhere close it.
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';

import { buttonStyle } from '../button-style';
import { keepInWindow } from './keep-in-window';

interface MenuLink {
  label: string;
  href: string;
}

interface DropdownMenuProps {
  label: string;
  /** Addresses outside the product, opened in a new tab. */
  links: readonly MenuLink[];
}

export function DropdownMenu({ label, links }: DropdownMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) itemsIn(box.current)[0]?.focus();
  }, [open]);
  const pressElsewhere = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
  });
  useEffect(() => {
    if (!open) return;
    document.addEventListener('pointerdown', pressElsewhere);
    return () => document.removeEventListener('pointerdown', pressElsewhere);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = itemsIn(box.current);
    const at = all.findIndex((item) => item === document.activeElement);
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at <= 0 ? all.length : at) - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current?.focus();
    } else if (to !== undefined && open) all[to]?.focus();
    else if (event.key === 'ArrowDown') setOpen(true);
    else if (event.key === 'Tab') {
      setOpen(false);
      return;
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={box} role="presentation" className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={buttonStyle('secondary', 'small')}
        onClick={() => setOpen(!open)}
      >
        <span>{label}</span>
        <ChevronDown aria-hidden size={16} />
      </button>
      {open && (
        <div
          ref={keepInWindow}
          id={id}
          role="menu"
          aria-label={label}
          className="absolute top-full right-0 z-50 mt-1.5 min-w-48 animate-rise rounded-box border border-line bg-surface-raised p-1 text-ink shadow-raised"
        >
          {links.map((link) => (
            <a
              key={link.href}
              role="menuitem"
              tabIndex={-1}
              href={link.href}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-h-10 items-center rounded-box px-3 text-sm no-underline outline-none hover:bg-surface-sunken focus:bg-surface-sunken"
              onClick={() => setOpen(false)}
            >
              {link.label}
            </a>
          ))}
        </div>
      )}
    </div>
  );
}

function itemsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}
