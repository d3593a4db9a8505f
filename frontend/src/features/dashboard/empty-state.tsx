// An empty list: what it will contain, and the next step.
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: string;
  level?: 'h2' | 'h3';
  children?: ReactNode;
}

export function EmptyState({ title, text, level: Heading = 'h3', children }: EmptyStateProps) {
  return (
    <div className="rounded-box border border-dashed border-line-strong px-6 py-10">
      <Heading className="text-lg">{title}</Heading>
      {text !== undefined && <p className="mt-2 max-w-prose text-ink-muted">{text}</p>}
      {children !== undefined && <div className="mt-6">{children}</div>}
    </div>
  );
}
