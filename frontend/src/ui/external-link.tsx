// A link to another site. It opens in a new tab and says so.
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

interface ExternalLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames('inline-flex items-center gap-1', className)}
    >
      <span>{children}</span>
      <ArrowUpRight aria-hidden size={16} className="shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
