// Gives access: to the course of a row, or to one that is chosen.
import * as z from 'zod/mini';

import { shortDay } from '@/lib/format/dates';
import { useForm } from '@/ui/form/use-form';

import { Action } from '../action/action';
import { CourseTermFields } from '../action/course-term-fields';
import { accessFields } from '../action/schemas';
import { givenAccess } from '../action/term';
import { TermField } from '../action/term-field';
import { withOwnTimes } from '../sentences/times';
import { giveAccess, type Member, type MemberCourse } from './api';

const COPY = {
  any: 'Give access',
  one: 'Give',
  unknown: 'Opens the course, or adds to what runs.',
};

/** What became of an access, as the server says it. */
export const accessAfter = ({ title, why }: MemberCourse) => `${title}: ${withOwnTimes(why)}`;

const grantSchema = z.object(accessFields);

interface GiveProps {
  member: Member;
  /** Without it, one is chosen. */
  course?: MemberCourse;
  /** The id of what names the course. */
  of?: string;
  offered: boolean;
  className?: string;
}

export function Give({ member, course: only, of, offered, className }: GiveProps) {
  const { id, courses } = member;
  const form = useForm({
    schema: grantSchema,
    defaultValues: { courseId: only ? String(only.courseId) : '', access: '', reason: '' },
  });
  const { register, formState } = form;
  const [chosen, term] = form.watch(['courseId', 'access']);
  const course = courses.find(({ courseId }) => String(courseId) === chosen);
  return (
    <Action
      form={form}
      label={only ? COPY.one : COPY.any}
      look={only ? 'secondary' : 'primary'}
      {...(of === undefined ? {} : { of })}
      offered={offered}
      before={(course && givenAccess(course, term, shortDay)) ?? COPY.unknown}
      act={(grant) => giveAccess(id, { ...grant, courseId: Number(grant.courseId) })}
      after={accessAfter}
      {...(className === undefined ? {} : { className })}
    >
      {only ? (
        <TermField
          term={register('access')}
          given={term}
          error={formState.errors.access?.message}
        />
      ) : (
        <CourseTermFields
          courses={courses.map(({ courseId, title }) => ({ id: courseId, title }))}
          course={register('courseId')}
          term={register('access')}
          given={term}
          errors={formState.errors}
        />
      )}
    </Action>
  );
}
