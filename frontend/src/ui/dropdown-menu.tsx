// A button that opens a menu of links.
import * as Radix from '@radix-ui/react-dropdown-menu';
import { ChevronDown } from 'lucide-react';

import { buttonStyle } from './button-style';

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
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger className={buttonStyle('secondary', 'small')}>
        {label}
        <ChevronDown aria-hidden size={16} />
      </Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className="z-50 min-w-48 animate-rise rounded-box border border-line bg-surface-raised p-1 text-ink shadow-raised"
      >
        {links.map((link) => (
          <Radix.Item key={link.href} asChild>
            <a
              href={link.href}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-h-10 items-center rounded-box px-3 text-sm no-underline outline-none data-highlighted:bg-surface-sunken"
            >
              {link.label}
            </a>
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  );
}
