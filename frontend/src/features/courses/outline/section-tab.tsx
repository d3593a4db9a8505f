// The tab of one section. It scrolls into view when it becomes active.
import { useEffect, useRef } from 'react';

import { Tab } from '@/ui/tabs';

import type { Section } from '../api';
import { useCourse } from '../course-context';
import { keepInView } from './keep-in-view';

interface SectionTabProps {
  section: Section;
  active: boolean;
}

export function SectionTab({ section, active }: SectionTabProps) {
  const tab = useRef<HTMLButtonElement>(null);
  const { language } = useCourse();
  useEffect(() => {
    if (active) keepInView(tab.current, '[role="tablist"]');
  }, [active]);
  return (
    <Tab ref={tab} lang={language} dir="auto" value={String(section.id)}>
      {section.name}
    </Tab>
  );
}
