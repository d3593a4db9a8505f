// Which course, and for how long.
import { useId } from 'react';

import { Field } from '@/ui/form/field';
import { inputStyle } from '@/ui/form/input-style';
import { TextInput } from '@/ui/form/text-input';

import type { FieldErrors } from './fields';
import { TERMS } from './term';

const COPY = {
  course: 'Course',
  choose: 'Choose a course',
  term: 'How long',
  hint: 'Months, days or no end: 3m, 90d or lifetime.',
};

interface CourseTermFieldsProps {
  courses: readonly { id: number; title: string }[];
  /** As the form has it; empty while none is chosen. */
  course: string;
  onCourse: (id: string) => void;
  term: string;
  onTerm: (term: string) => void;
  errors: FieldErrors;
}

export function CourseTermFields(props: CourseTermFieldsProps) {
  const { courses, course, onCourse, term, onTerm, errors } = props;
  const listId = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={COPY.course} error={errors.courseId}>
        {(control) => (
          <select
            {...control}
            name="course"
            className={inputStyle}
            value={course}
            onChange={(event) => onCourse(event.currentTarget.value)}
          >
            <option value="">{COPY.choose}</option>
            {courses.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={COPY.term} hint={COPY.hint} error={errors.access}>
        {(control) => (
          <>
            <TextInput
              {...control}
              name="access"
              list={listId}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={term}
              onChange={(event) => onTerm(event.currentTarget.value)}
            />
            <datalist id={listId}>
              {TERMS.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
    </div>
  );
}
