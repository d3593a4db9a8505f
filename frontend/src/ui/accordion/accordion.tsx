// An accordion with at most one open item. Prerendered it consists of `details` elements, which work without scripts;
// after hydration Radix's accordion replaces them in the same state.
import * as Radix from '@radix-ui/react-accordion';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';

import { classNames } from '@/lib/class-names';
import { useHydrated } from '@/lib/hydration/hydrated';

import type { AccordionProps } from './accordion-props';
import { accordionStyle as style } from './accordion-style';
import { StaticAccordion, type AccordionState } from './static-accordion';

const CLOSED: AccordionState = { open: '', focused: '' };

export function Accordion({ items, level: Heading = 'h3', className }: AccordionProps) {
  const hydrated = useHydrated();
  const [initial, setInitial] = useState<AccordionState | null>(hydrated ? CLOSED : null);

  if (initial === null) {
    return (
      <StaticAccordion items={items} level={Heading} className={className} onEnhance={setInitial} />
    );
  }
  return (
    <Radix.Root
      type="single"
      collapsible
      defaultValue={initial.open}
      className={classNames(style.list, className)}
    >
      {items.map((item) => (
        <Radix.Item key={item.id} value={item.id} className={style.item}>
          <Radix.Header asChild>
            <Heading className={style.heading}>
              <Radix.Trigger
                // Keeps the focus that the static element had.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus={item.id === initial.focused}
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
          {/* A closed item stays in the page, so that search engines find it. */}
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
