// The pages on a narrow screen. Before and without scripts a `details` element, which opens by itself;
// once the script runs a button in its place, which says whether the menu is open and closes it on
// Escape and on a click or focus elsewhere. On another page it is a new one.
import { Menu, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { useHydrated } from '@/lib/hydrated';
import { MenuPanel } from './menu-panel';

const square = 'grid size-12 place-items-center rounded-box';

export function MobileMenu() {
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

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

  if (!hydrated) {
    return (
      <details className="lg:hidden">
        <summary className={`menu-summary ${square}`}>
          <span className="sr-only">Menu</span>
          <Menu aria-hidden size={24} />
        </summary>
        <MenuPanel />
      </details>
    );
  }
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
