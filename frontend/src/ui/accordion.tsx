// Questions that open one at a time and can all be closed. A closed answer stays in the page, so
// that it can be read without scripts and found by a search.
import * as Radix from '@radix-ui/react-accordion';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

export interface AccordionItem {
  id: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  items: readonly AccordionItem[];
  /** The level of the headings, so that the page's outline stays whole. */
  level?: 'h2' | 'h3' | 'h4';
  className?: string;
}

export function Accordion({ items, level: Heading = 'h3', className }: AccordionProps) {
  return (
    <Radix.Root type="single" collapsible className={classNames('border-t border-line', className)}>
      {items.map((item) => (
        <Radix.Item key={item.id} value={item.id} className="border-b border-line">
          <Radix.Header asChild>
            <Heading className="text-lg">
              <Radix.Trigger className="group flex min-h-12 w-full items-center justify-between gap-4 py-4 text-left">
                {item.title}
                <ChevronDown
                  aria-hidden
                  size={20}
                  className="shrink-0 text-ink-muted transition-transform duration-100 group-data-[state=open]:rotate-180"
                />
              </Radix.Trigger>
            </Heading>
          </Radix.Header>
          <Radix.Content
            forceMount
            className="max-w-prose pb-5 text-ink-muted data-[state=closed]:hidden"
          >
            {item.content}
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
