// The tab of one section; among many it scrolls itself into view when it becomes the one in use.
import { useEffect, useRef } from 'react';

import { Tab } from '@/ui/tabs';

import type { Section } from './api';
import { keepInView } from './keep-in-view';

interface SectionTabProps {
  section: Section;
  active: boolean;
}

export function SectionTab({ section, active }: SectionTabProps) {
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active) keepInView(tab.current, '[role="tablist"]');
  }, [active]);
  return (
    <Tab ref={tab} value={String(section.id)}>
      {section.name}
    </Tab>
  );
}
