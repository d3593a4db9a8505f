// A link that looks like a button: `to` for pages of the product, `href` for other sites, in a new tab.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { buttonStyle, type ButtonLook, type ButtonSize } from './button-style';

interface Shared {
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
  'aria-describedby'?: string;
}

type LinkButtonProps = Shared & ({ to: string; href?: never } | { href: string; to?: never });

export function LinkButton({
  look = 'primary',
  size = 'normal',
  className,
  to,
  href,
  children,
  ...rest
}: LinkButtonProps) {
  const style = buttonStyle(look, size, className);
  if (to !== undefined) {
    return (
      <Link {...rest} to={to} className={style}>
        {children}
      </Link>
    );
  }
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer" className={style}>
      {children}
    </a>
  );
}
