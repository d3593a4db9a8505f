// The menu of a narrow screen. Without scripts it is a `details` element. After hydration a button replaces it in the
// same state, announces whether the menu is open, and closes it on Escape and on a click or focus outside.
import { Menu, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { useEnhancement } from '@/lib/hydration/enhancement';
import { useHydrated } from '@/lib/hydration/hydrated';

import { MenuPanel } from './menu-panel';

const square = 'grid size-12 place-items-center rounded-box';

interface MenuState {
  open: boolean;
  /** The index of the focused button or link; -1 for none. */
  focused: number;
}

const CLOSED: MenuState = { open: false, focused: -1 };

const focusable = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('summary, button, a')];

function stateOf(details: HTMLDetailsElement): MenuState {
  return {
    open: details.open,
    focused: focusable(details).findIndex((element) => element === document.activeElement),
  };
}

function StaticMenu({ onEnhance }: { onEnhance: (state: MenuState) => void }) {
  const details = useEnhancement(stateOf, onEnhance);
  return (
    <details ref={details} className="lg:hidden">
      <summary className={`menu-summary ${square}`}>
        <span className="sr-only">Menu</span>
        <Menu aria-hidden size={24} />
      </summary>
      <MenuPanel />
    </details>
  );
}

function MenuButton({ initial }: { initial: MenuState }) {
  const [open, setOpen] = useState(initial.open);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (root.current !== null) focusable(root.current)[initial.focused]?.focus();
  }, [initial]);

  useEffect(() => {
    if (!open) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) === false) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [open]);

  return (
    <div ref={root} className="lg:hidden">
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={square}
      >
        {open ? <X aria-hidden size={24} /> : <Menu aria-hidden size={24} />}
      </button>
      {open && <MenuPanel id={id} />}
    </div>
  );
}

export function MobileMenu() {
  const hydrated = useHydrated();
  const [initial, setInitial] = useState<MenuState | null>(hydrated ? CLOSED : null);
  return initial === null ? (
    <StaticMenu onEnhance={setInitial} />
  ) : (
    <MenuButton initial={initial} />
  );
}
