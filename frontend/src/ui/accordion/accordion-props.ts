// What the static and the scripted accordion are given.
import type { ReactNode } from 'react';

export interface AccordionItem {
  id: string;
  title: string;
  content: ReactNode;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  /** The headings' level. */
  level?: 'h2' | 'h3' | 'h4';
  className?: string;
}
