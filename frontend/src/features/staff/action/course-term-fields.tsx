// Which course, and for how long.
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { inputStyle } from '@/ui/form/input-style';

import { TermField } from './term-field';

const COPY = { course: 'Course', choose: 'Choose a course' };

interface CourseTermFieldsProps {
  courses: readonly { id: number; title: string }[];
  course: UseFormRegisterReturn;
  term: UseFormRegisterReturn;
  /** The term that the form has now. */
  given: string;
  errors: { courseId?: { message?: string }; access?: { message?: string } };
}

export function CourseTermFields(props: CourseTermFieldsProps) {
  const { courses, course, term, given, errors } = props;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
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
      <TermField term={term} given={given} error={errors.access?.message} />
    </div>
  );
}
