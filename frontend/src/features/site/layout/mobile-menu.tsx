// The pages on a narrow screen. Before and without scripts a `details` element, which opens by itself;
// once the script runs a button in its place, as it was left, which says whether the menu is open and
// closes it on Escape and on a click or focus elsewhere. On another page it is a new one.
import { Menu, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { useHydrated } from '@/lib/hydrated';
import { useTakeOver } from '@/lib/take-over';

import { MenuPanel } from './menu-panel';

const square = 'grid size-12 place-items-center rounded-box';

interface MenuState {
  open: boolean;
  /** Which one of the menu's button and links; -1 for none. */
  focused: number;
}

const UNTOUCHED: MenuState = { open: false, focused: -1 };

const steps = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('summary, button, a')];

function stateOf(details: HTMLDetailsElement): MenuState {
  return {
    open: details.open,
    focused: steps(details).findIndex((element) => element === document.activeElement),
  };
}

function EarlyMenu({ onTakenOver }: { onTakenOver: (state: MenuState) => void }) {
  const details = useTakeOver(stateOf, onTakenOver);
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

function MenuButton({ found }: { found: MenuState }) {
  const [open, setOpen] = useState(found.open);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (root.current !== null) steps(root.current)[found.focused]?.focus();
  }, [found]);

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
  const [found, setFound] = useState<MenuState | null>(hydrated ? UNTOUCHED : null);
  return found === null ? <EarlyMenu onTakenOver={setFound} /> : <MenuButton found={found} />;
}
