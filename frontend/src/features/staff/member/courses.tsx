// Every course of the catalogue: why it is open to the member or not, how far the member is, and giving or taking back the access.
import { useId } from 'react';

import { ReasonAction } from '../action/reason-action';
import { LongList } from '../long-list';
import { rowStyle, titleStyle } from '../row';
import { withOwnTimes } from '../sentences/times';
import { takeBack, type Member, type MemberCourse } from './api';
import { CourseProgress } from './course-progress';
import { accessAfter, Give } from './give';

const COPY = {
  label: 'Access',
  empty: 'There is no course yet.',
  take: {
    label: 'Take back',
    before: (title: string) =>
      `Closes ${title} now. What was paid stays paid, and progress is kept.`,
  },
};

/** The button stays where it was, and what happened stands below it. */
const besideStyle =
  'flex flex-col sm:max-w-64 sm:items-end sm:text-right has-[form]:w-full has-[form]:max-w-none has-[form]:text-left';
const actionStyle = 'has-[button]:order-first';

function Row({ member, course }: { member: Member; course: MemberCourse }) {
  const nameId = useId();
  const { courseId, title, open, why } = course;
  return (
    <li className={rowStyle}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p id={nameId} className={titleStyle}>
            {title}
          </p>
          <p className={open ? 'break-words figures' : 'break-words text-ink-muted figures'}>
            {withOwnTimes(why)}
          </p>
        </div>
        <div className={besideStyle}>
          <ReasonAction
            label={COPY.take.label}
            look="danger"
            of={nameId}
            offered={open}
            before={COPY.take.before(title)}
            act={(reason) => takeBack(member.id, courseId, reason)}
            after={accessAfter}
            className={actionStyle}
          />
          <Give
            member={member}
            course={course}
            of={nameId}
            offered={!open}
            className={actionStyle}
          />
        </div>
      </div>
      <CourseProgress member={member} course={course} />
    </li>
  );
}

export function Courses({ member }: { member: Member }) {
  return (
    <>
      <LongList items={member.courses} label={COPY.label} empty={COPY.empty}>
        {(course) => <Row key={course.courseId} member={member} course={course} />}
      </LongList>
      <Give member={member} offered={member.courses.length > 0} className="mt-4" />
    </>
  );
}
