// The pages on a narrow screen. A `details` element, so that it opens before and without scripts;
// with them it closes on Escape and on a click or focus elsewhere; on another page it is a new one.
import { Menu, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';

import { paths } from '@/lib/paths';

import { LinkButton } from '@/ui/link-button';

import { memberLinks, topLinks } from './site-links';

export function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => menu.current?.removeAttribute('open');
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || menu.current?.open !== true) return;
      close();
      menu.current.querySelector('summary')?.focus();
    };
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && menu.current?.contains(target) === false) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, []);

  return (
    <details ref={menu} className="group lg:hidden">
      <summary className="menu-summary grid size-12 place-items-center rounded-box">
        <span className="sr-only">Menu</span>
        <Menu aria-hidden size={24} className="group-open:hidden" />
        <X aria-hidden size={24} className="hidden group-open:block" />
      </summary>
      <nav
        aria-label="Menu"
        className="ink-band absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-line px-4 py-4 shadow-raised sm:px-6"
      >
        <ul>
          {[...topLinks, ...memberLinks].map(({ label, to }) => (
            <li key={label} className="border-b border-line">
              <NavLink to={to} end className="block py-3 text-lg aria-[current=page]:text-accent">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <LinkButton to={paths.auth()} className="mt-6 mb-2 w-full">
          Get Started
        </LinkButton>
      </nav>
    </details>
  );
}
