// The accesses that run or ran, and giving one.
import { useId, useState } from 'react';
import * as z from 'zod/mini';

import { dateAndTime, shortDay } from '@/lib/format/dates';
import { useForm } from '@/ui/form/use-form';

import { Action } from '../action/action';
import { CourseTermFields } from '../action/course-term-fields';
import { ReasonAction } from '../action/reason-action';
import { accessFields } from '../action/schemas';
import { givenAccess } from '../action/term';
import { LongList } from '../long-list';
import { detailStyle, rowStyle, titleStyle } from '../row';
import { withOwnTimes } from '../sentences/times';
import { giveAccess, takeBack, type Member, type MemberCourse } from './api';

const COPY = {
  label: 'Accesses',
  empty: 'No access runs, and none has ended by time.',
  until: (date: string) => `Until ${date}`,
  ended: (date: string) => `Ended ${date}`,
  endless: 'Without end',
  closed: 'Closed',
  give: {
    label: 'Give access',
    unknown: 'Opens the course, or adds to what runs.',
  },
  take: {
    label: 'Take back',
    before: (title: string) =>
      `Closes ${title} now. What was paid stays paid, and progress is kept.`,
  },
  after: ({ title, why }: MemberCourse) => `${title}: ${withOwnTimes(why)}`,
};

const grantSchema = z.object(accessFields);

function endOf({ open, expiresAt }: MemberCourse): string {
  if (!expiresAt) return open ? COPY.endless : COPY.closed;
  return open ? COPY.until(dateAndTime(expiresAt)) : COPY.ended(dateAndTime(expiresAt));
}

function Row({ member, course }: { member: number; course: MemberCourse }) {
  const nameId = useId();
  const { courseId, title, open } = course;
  return (
    <li className={rowStyle}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p id={nameId} className={titleStyle}>
            {title}
          </p>
          <p className={detailStyle}>{endOf(course)}</p>
        </div>
        <ReasonAction
          label={COPY.take.label}
          look="danger"
          of={nameId}
          offered={open}
          before={COPY.take.before(title)}
          act={(reason) => takeBack(member, courseId, reason)}
          after={COPY.after}
        />
      </div>
    </li>
  );
}

function Give({ member }: { member: Member }) {
  const { id, courses } = member;
  const form = useForm({
    schema: grantSchema,
    defaultValues: { courseId: '', access: '', reason: '' },
  });
  const [course, term] = form.watch(['courseId', 'access']);
  const chosen = courses.find(({ courseId }) => String(courseId) === course);
  return (
    <Action
      form={form}
      label={COPY.give.label}
      look="primary"
      offered={courses.length > 0}
      before={(chosen && givenAccess(chosen, term, shortDay)) ?? COPY.give.unknown}
      act={(grant) => giveAccess(id, { ...grant, courseId: Number(grant.courseId) })}
      after={COPY.after}
      className="mt-4"
    >
      <CourseTermFields
        courses={courses.map(({ courseId, title }) => ({ id: courseId, title }))}
        course={form.register('courseId')}
        term={form.register('access')}
        given={term}
        errors={form.formState.errors}
      />
    </Action>
  );
}

export function Access({ member }: { member: Member }) {
  // What was taken back stays in sight while it says so.
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const rows = member.courses.filter(
    ({ courseId, open, expiresAt }) => open || expiresAt || shown.has(courseId),
  );
  if (rows.some(({ courseId }) => !shown.has(courseId))) {
    setShown(new Set([...shown, ...rows.map(({ courseId }) => courseId)]));
  }
  return (
    <>
      <LongList items={rows} label={COPY.label} empty={COPY.empty}>
        {(course) => <Row key={course.courseId} member={member.id} course={course} />}
      </LongList>
      <Give member={member} />
    </>
  );
}
