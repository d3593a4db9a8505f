// The heading of a section, with an optional sentence under it.
import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

interface SectionHeadingProps {
  title: string;
  children?: ReactNode;
  className?: string;
}

export function SectionHeading({ title, children, className }: SectionHeadingProps) {
  return (
    <div className={classNames('max-w-prose', className)}>
      <h2 className="text-2xl">{title}</h2>
      {children !== undefined && <p className="mt-4 text-ink-muted">{children}</p>}
    </div>
  );
}
