// Questions that open one at a time and can all be closed. Prerendered they are `details` elements, which
// open before and without scripts; once the script runs, Radix's accordion takes their place as it finds it.
import * as Radix from '@radix-ui/react-accordion';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { classNames } from '@/lib/class-names';
import { useHydrated } from '@/lib/hydrated';

import { accordionStyle as style } from './accordion-style';
import { EarlyAccordion, type EarlyState } from './early-accordion';

export interface AccordionItem {
  id: string;
  title: string;
  content: ReactNode;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  /** The level of the headings, so that the page's outline stays whole. */
  level?: 'h2' | 'h3' | 'h4';
  className?: string;
}

const UNTOUCHED: EarlyState = { open: '', focused: '' };

export function Accordion({ items, level: Heading = 'h3', className }: AccordionProps) {
  const hydrated = useHydrated();
  const [found, setFound] = useState<EarlyState | null>(hydrated ? UNTOUCHED : null);

  if (found === null) {
    return (
      <EarlyAccordion items={items} level={Heading} className={className} onTakenOver={setFound} />
    );
  }
  return (
    <Radix.Root
      type="single"
      collapsible
      defaultValue={found.open}
      className={classNames(style.list, className)}
    >
      {items.map((item) => (
        <Radix.Item key={item.id} value={item.id} className={style.item}>
          <Radix.Header asChild>
            <Heading className={style.heading}>
              <Radix.Trigger
                // The focus was on it before: it is kept, not taken.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus={item.id === found.focused}
                className={classNames('group', style.row)}
              >
                {item.title}
                <ChevronDown
                  aria-hidden
                  size={20}
                  className={classNames(style.sign, 'group-data-[state=open]:rotate-180')}
                />
              </Radix.Trigger>
            </Heading>
          </Radix.Header>
          {/* A closed answer stays in the page, so that a search finds it. */}
          <Radix.Content
            forceMount
            className={classNames(style.content, 'data-[state=closed]:hidden')}
          >
            {item.content}
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
