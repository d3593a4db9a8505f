// The accordion that works without scripts: `details` of one name close one another by themselves. When
// the script runs it says what it was left as, once no press is under way that would be lost.
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

import { classNames } from '@/lib/class-names';

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

export function EarlyAccordion({
  items,
  level: Heading,
  className,
  onTakenOver,
}: EarlyAccordionProps) {
  const list = useRef<HTMLDivElement>(null);
  const name = useId();

  useEffect(() => {
    let frame = requestAnimationFrame(function takeOver() {
      const { current } = list;
      if (current === null) return;
      if (current.querySelector('summary:active') !== null) {
        frame = requestAnimationFrame(takeOver);
        return;
      }
      const focus = current.querySelector('summary:focus');
      onTakenOver({ open: itemOf(current.querySelector('details[open]')), focused: itemOf(focus) });
    });
    return () => cancelAnimationFrame(frame);
  }, [onTakenOver]);

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
