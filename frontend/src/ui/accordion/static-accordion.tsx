// The accordion that works without scripts: `details` elements with the same name close one another. After hydration
// it reports its state.
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

import { classNames } from '@/lib/class-names';
import { useEnhancement } from '@/lib/hydration/enhancement';

import type { AccordionProps } from './accordion-props';
import { accordionStyle as style } from './accordion-style';

/** Ids of items. */
export interface AccordionState {
  open: string;
  focused: string;
}

interface StaticAccordionProps extends Required<Pick<AccordionProps, 'items' | 'level'>> {
  className: string | undefined;
  onEnhance: ((state: AccordionState) => void) | undefined;
}

function itemOf(element: Element | null): string {
  return element?.closest('details')?.dataset['item'] ?? '';
}

function stateOf(list: HTMLDivElement): AccordionState {
  return {
    open: itemOf(list.querySelector('details[open]')),
    focused: itemOf(list.querySelector('summary:focus')),
  };
}

export function StaticAccordion({
  items,
  level: Heading,
  className,
  onEnhance,
}: StaticAccordionProps) {
  const list = useEnhancement(stateOf, onEnhance);
  const name = useId();

  return (
    <div ref={list} className={classNames(style.list, className)}>
      {items.map((item) => (
        <details
          key={item.id}
          name={name}
          data-item={item.id}
          className={classNames('group', style.item)}
        >
          <summary
            className={classNames('list-none [&::-webkit-details-marker]:hidden', style.row)}
          >
            <Heading className={style.heading}>{item.title}</Heading>
            <ChevronDown
              aria-hidden
              size={20}
              className={classNames(style.sign, 'group-open:rotate-180')}
            />
          </summary>
          <div className={style.content}>{item.content}</div>
        </details>
      ))}
    </div>
  );
}
