// The accordion that works without scripts: `details` of one name close one another by themselves. When
// the script runs it says what it was left as.
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

import { classNames } from '@/lib/class-names';
import { useTakeOver } from '@/lib/take-over';

import type { AccordionProps } from './accordion';
import { accordionStyle as style } from './accordion-style';

/** Items by their ids; empty where there is none. */
export interface EarlyState {
  open: string;
  focused: string;
}

interface EarlyAccordionProps extends Required<Pick<AccordionProps, 'items' | 'level'>> {
  className: string | undefined;
  onTakenOver: (state: EarlyState) => void;
}

function itemOf(element: Element | null): string {
  return element?.closest('details')?.dataset['item'] ?? '';
}

function stateOf(list: HTMLDivElement): EarlyState {
  return {
    open: itemOf(list.querySelector('details[open]')),
    focused: itemOf(list.querySelector('summary:focus')),
  };
}

export function EarlyAccordion({
  items,
  level: Heading,
  className,
  onTakenOver,
}: EarlyAccordionProps) {
  const list = useTakeOver(stateOf, onTakenOver);
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
