// Radix's accordion, in the state that the static one had.
import * as Radix from '@radix-ui/react-accordion';
import { ChevronDown } from 'lucide-react';

import { classNames } from '@/lib/class-names';

import type { AccordionProps } from './accordion-props';
import { accordionStyle as style } from './accordion-style';
import type { AccordionState } from './static-accordion';

interface ScriptedAccordionProps extends Required<Pick<AccordionProps, 'items' | 'level'>> {
  className: string | undefined;
  initial: AccordionState;
}

export function ScriptedAccordion({
  items,
  level: Heading,
  className,
  initial,
}: ScriptedAccordionProps) {
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
                <span>{item.title}</span>
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
