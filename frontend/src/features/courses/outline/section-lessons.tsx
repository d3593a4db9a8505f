// A section's panel: its description, its lessons and, after its last lesson, the first one of the next section.
import type { Lesson, Section } from '../api';
import { useCourse } from '../course-context';
import { inOrder } from '../lessons';
import { LessonRow } from './lesson-row';

interface SectionLessonsProps {
  section: Section;
  finished: ReadonlySet<number>;
  currentId: number | undefined;
  nextId: number | undefined;
  /** The next lesson, when this is the current section and the next lesson is in another one. */
  nextSectionLesson: { lesson: Lesson; sectionName: string } | undefined;
  addressOf: (lesson: Lesson) => string | undefined;
  locked: boolean;
}

export function SectionLessons(props: SectionLessonsProps) {
  const { section, finished, currentId, nextId, nextSectionLesson, addressOf, locked } = props;
  const { language } = useCourse();
  const lessons = inOrder([section]);
  const done = lessons.filter(({ id }) => finished.has(id)).length;
  const row = (lesson: Lesson) => (
    <LessonRow
      lesson={lesson}
      current={lesson.id === currentId}
      finished={finished.has(lesson.id)}
      next={lesson.id === nextId}
      address={addressOf(lesson)}
      preview={locked && lesson.preview}
    />
  );
  return (
    <>
      <div className="border-b border-line px-4 py-3 text-xs text-ink-muted">
        {section.description !== '' && (
          <p lang={language} dir="auto" className="mb-1 line-clamp-3">
            {section.description}
          </p>
        )}
        <p className="figures">
          {locked ? lessonCount(lessons.length) : `${done} of ${lessons.length} finished`}
        </p>
      </div>
      <div data-lesson-list className="min-h-0 flex-1 overflow-y-auto">
        {lessons.length === 0 ? (
          <p className="px-4 py-6 text-sm text-ink-muted">No lessons in this section yet.</p>
        ) : (
          <ol className="divide-y divide-line">
            {lessons.map((lesson) => (
              <li key={lesson.id}>{row(lesson)}</li>
            ))}
          </ol>
        )}
        {nextSectionLesson && (
          <div className="border-t border-line">
            <p className="px-4 pt-4 pb-1 text-xs text-ink-muted">
              Then:{' '}
              <span lang={language} dir="auto">
                {nextSectionLesson.sectionName}
              </span>
            </p>
            {row(nextSectionLesson.lesson)}
          </div>
        )}
      </div>
    </>
  );
}

function lessonCount(count: number): string {
  return count === 1 ? '1 lesson' : `${count} lessons`;
}
