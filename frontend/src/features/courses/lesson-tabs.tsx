// The course's contents: a tab for each section, its lessons below. The tab in view follows the lesson.
import { useState } from 'react';

import { classNames } from '@/lib/class-names';
import { TabList, TabPanel, Tabs } from '@/ui/tabs';

import type { Section } from './api';
import { inOrder } from './lessons';
import { LessonRow } from './lesson-row';
import { SectionTab } from './section-tab';

interface LessonTabsProps {
  sections: readonly Section[];
  /** Ids of finished lessons. */
  finished: ReadonlySet<number>;
  currentId?: number;
  nextId?: number;
  /** Absent: the course is closed, its contents can only be read. */
  addressOf?: (lessonId: number) => string;
  className?: string;
}

export function LessonTabs(props: LessonTabsProps) {
  const { sections, finished, currentId, nextId, addressOf, className } = props;
  const ordered = sections.toSorted((a, b) => a.order - b.order);
  const currentSection = ordered.find(({ videos }) => videos.some(({ id }) => id === currentId));
  const [shown, setShown] = useState({ id: currentSection?.id ?? ordered[0]?.id, currentId });
  if (shown.currentId !== currentId) setShown({ id: currentSection?.id ?? shown.id, currentId });

  return (
    <Tabs
      value={String(shown.id)}
      onValueChange={(id) => setShown({ id: Number(id), currentId })}
      activationMode="manual"
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
      {ordered.map((section) => {
        const lessons = inOrder([section]);
        const done = lessons.filter(({ id }) => finished.has(id)).length;
        return (
          <TabPanel
            key={section.id}
            value={String(section.id)}
            className="flex min-h-0 flex-1 flex-col -outline-offset-2"
          >
            <div className="border-b border-line px-4 py-3 text-xs text-ink-muted">
              {section.description !== '' && (
                <p className="mb-1 line-clamp-3">{section.description}</p>
              )}
              <p className="figures">
                {addressOf ? `${done} of ${lessons.length} finished` : lessonCount(lessons.length)}
              </p>
            </div>
            <div data-lesson-list className="min-h-0 flex-1 overflow-y-auto">
              {lessons.length === 0 ? (
                <p className="px-4 py-6 text-sm text-ink-muted">No lessons in this section yet.</p>
              ) : (
                <ol className="divide-y divide-line">
                  {lessons.map((lesson) => (
                    <li key={lesson.id}>
                      <LessonRow
                        lesson={lesson}
                        current={lesson.id === currentId}
                        finished={finished.has(lesson.id)}
                        next={lesson.id === nextId}
                        address={addressOf?.(lesson.id)}
                      />
                    </li>
                  ))}
                </ol>
              )}
            </div>
          </TabPanel>
        );
      })}
    </Tabs>
  );
}

function lessonCount(count: number): string {
  return count === 1 ? '1 lesson' : `${count} lessons`;
}
