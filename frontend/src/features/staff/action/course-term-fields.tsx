// Which course, and for how long.
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { inputStyle } from '@/ui/form/input-style';
import { TextInput } from '@/ui/form/text-input';

import { TERMS } from './term';

const COPY = {
  course: 'Course',
  choose: 'Choose a course',
  term: 'How long',
  hint: 'Months, days or no end: 3m, 90d or lifetime.',
};

interface CourseTermFieldsProps {
  courses: readonly { id: number; title: string }[];
  course: UseFormRegisterReturn;
  term: UseFormRegisterReturn;
  errors: { courseId?: { message?: string }; access?: { message?: string } };
}

export function CourseTermFields(props: CourseTermFieldsProps) {
  const { courses, course, term, errors } = props;
  const listId = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={COPY.course} error={errors.courseId?.message}>
        {(control) => (
          <select {...control} {...course} className={inputStyle}>
            <option value="">{COPY.choose}</option>
            {courses.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={COPY.term} hint={COPY.hint} error={errors.access?.message}>
        {(control) => (
          <>
            <TextInput
              {...control}
              {...term}
              list={listId}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
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
