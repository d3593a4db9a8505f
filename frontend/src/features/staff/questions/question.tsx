// One question: who asked it where, its text, and the answer or the form for it.
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { dateAndTime } from '@/lib/format/dates';
import { formatDuration } from '@/lib/format/durations';
import { paths } from '@/lib/paths';
import type { Elements } from '@/ui/elements';
import { SafeHtml } from '@/ui/safe-html/safe-html';

import { detailStyle } from '../row';
import { UserName } from '../user-name';
import type { StaffQuestion } from './api';
import { Priority } from './priority';

const COPY = {
  asked: (date: string) => `Asked ${date}`,
  private: 'Only for the member and the staff',
  hidden: 'Hidden from members',
  answered: (by: string, date: string) => `${by}, ${date}`,
  newTab: '(opens in a new tab)',
};

/** Who sees the question, where not every member of the course does. */
function Mark({ text }: { text: string }) {
  return (
    <>
      <span>{'. '}</span>
      <span className="font-semibold text-ink">{text}</span>
    </>
  );
}

interface QuestionProps {
  question: StaffQuestion;
  children: (titleId: string) => Elements;
}

export function Question({ question, children }: QuestionProps) {
  const titleId = useId();
  const priorityId = useId();
  const { id, by, memberId, courseId, courseTitle, videoId, lessonTitle, seconds, answer } =
    question;
  return (
    <li
      id={`question-${id}`}
      tabIndex={-1}
      aria-labelledby={question.priority ? `${titleId} ${priorityId}` : titleId}
      className="scroll-mt-6 border-b border-line py-6 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={titleId} className="min-w-0 text-lg break-words">
          {memberId === null || memberId === undefined ? (
            by
          ) : (
            <Link
              to={paths.staffMember(memberId)}
              className="text-accent underline-offset-[0.4em] hover:underline"
            >
              <UserName name={by} />
            </Link>
          )}
        </h2>
        {question.priority && <Priority id={priorityId} />}
      </div>
      <p className={detailStyle}>
        <a
          href={paths.portalCourse(courseId, videoId, seconds)}
          target="_blank"
          rel="noopener noreferrer"
          className="underline"
        >
          <span>{`${lessonTitle}, ${formatDuration(seconds)}`}</span>
          <span className="sr-only"> {COPY.newTab}</span>
        </a>
        <span>{`, ${courseTitle}`}</span>
      </p>
      <p className={detailStyle}>
        <span>{COPY.asked(dateAndTime(question.askedAt))}</span>
        {question.private && <Mark text={COPY.private} />}
        {question.hidden && <Mark text={COPY.hidden} />}
      </p>
      <p className="mt-3 max-w-prose break-words whitespace-pre-line">{question.text}</p>
      {answer && (
        <div className="mt-4 border-l-2 border-accent pl-4">
          <SafeHtml html={answer.html} />
          <p className={`mt-2 ${detailStyle}`}>
            {COPY.answered(answer.by, dateAndTime(answer.answeredAt))}
          </p>
        </div>
      )}
      {children(titleId)}
    </li>
  );
}
