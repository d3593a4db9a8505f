// An accordion with at most one open item. Prerendered it consists of `details` elements, which work without scripts;
// Radix's accordion, loaded after the page, replaces them in the same state.
import { useEffect, useState } from 'react';

import type { AccordionProps } from './accordion-props';
import type { ScriptedAccordion } from './scripted-accordion';
import { StaticAccordion, type AccordionState } from './static-accordion';

export function Accordion({ items, level = 'h3', className }: AccordionProps) {
  const [Scripted, setScripted] = useState<typeof ScriptedAccordion | null>(null);
  const [initial, setInitial] = useState<AccordionState | null>(null);

  useEffect(() => {
    import('./scripted-accordion').then(
      (file) => setScripted(() => file.ScriptedAccordion),
      // Without it the `details` elements stay.
      () => undefined,
    );
  }, []);

  if (Scripted !== null && initial !== null) {
    return <Scripted items={items} level={level} className={className} initial={initial} />;
  }
  return (
    <StaticAccordion
      items={items}
      level={level}
      className={className}
      onEnhance={Scripted === null ? undefined : setInitial}
    />
  );
}
