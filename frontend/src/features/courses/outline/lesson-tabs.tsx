// The course's outline: a tab for each section, with its lessons. The selected tab follows the current lesson.
import { useState } from 'react';

import { classNames } from '@/lib/class-names';
import { TabList, TabPanel, Tabs } from '@/ui/tabs';

import type { Lesson, Section } from '../api';
import { SectionLessons } from './section-lessons';
import { SectionTab } from './section-tab';

interface LessonTabsProps {
  sections: readonly Section[];
  /** Ids of finished lessons. */
  finished: ReadonlySet<number>;
  currentId?: number;
  nextId?: number;
  /** Undefined for a lesson that is locked. */
  addressOf: (lesson: Lesson) => string | undefined;
  /** The course is open only to members with access: there is no progress, and previews are marked. */
  locked?: boolean;
  className?: string;
}

export function LessonTabs(props: LessonTabsProps) {
  const { sections, finished, currentId, nextId, addressOf, locked = false, className } = props;
  const ordered = sections.toSorted((a, b) => a.order - b.order);
  const currentSection = sectionOf(ordered, currentId);
  const nextSection = sectionOf(ordered, nextId);
  const nextLesson = nextSection?.videos.find(({ id }) => id === nextId);
  const [shown, setShown] = useState({ id: currentSection?.id ?? ordered[0]?.id, currentId });
  if (shown.currentId !== currentId) setShown({ id: currentSection?.id ?? shown.id, currentId });

  return (
    <Tabs
      value={String(shown.id)}
      onValueChange={(id) => setShown({ id: Number(id), currentId })}
      className={classNames('flex min-h-0 flex-col', className)}
    >
      <TabList
        aria-label="Sections"
        className="relative max-h-40 shrink-0 overflow-y-auto border-b border-line p-3"
      >
        {ordered.map((section) => (
          <SectionTab key={section.id} section={section} active={section.id === shown.id} />
        ))}
      </TabList>
      {ordered.map((section) => (
        <TabPanel
          key={section.id}
          value={String(section.id)}
          className="flex min-h-0 flex-1 flex-col -outline-offset-2"
        >
          <SectionLessons
            section={section}
            finished={finished}
            currentId={currentId}
            nextId={nextId}
            nextSectionLesson={
              section === currentSection && nextSection !== section && nextSection && nextLesson
                ? { lesson: nextLesson, sectionName: nextSection.name }
                : undefined
            }
            addressOf={addressOf}
            locked={locked}
          />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function sectionOf(sections: readonly Section[], lessonId: number | undefined) {
  return sections.find(({ videos }) => videos.some(({ id }) => id === lessonId));
}
