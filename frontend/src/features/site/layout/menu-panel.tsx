// The content of the menu on a narrow screen.
import { NavLink } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';

import { memberLinks, topLinks } from './site-links';

export function MenuPanel({ id }: { id?: string }) {
  return (
    <nav
      id={id}
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
  );
}
