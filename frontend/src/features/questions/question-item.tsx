// One question with its answer. The caller's own can be deleted until it is answered; an answered one of another member can be reported.
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { dateAndTime } from '@/lib/format/dates';
import { formatDuration, spokenDuration } from '@/lib/format/durations';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { SafeHtml } from '@/ui/safe-html/safe-html';

import type { Question } from './api';
import { Report } from './report';

const COPY = {
  own: 'Asked by you',
  private: 'Only for you and the staff',
  hidden: 'Hidden',
  hiddenText:
    'The staff have hidden this question: no other member sees it. The reason was mailed to you.',
  waiting: 'Not answered yet. The answer is mailed to you, and stands here.',
  answer: (by: string, time: string) => `Answer by ${by}, ${time}`,
  remove: {
    action: 'Delete the question',
    text: 'It is not answered then. It still counts among the five questions of a day.',
    keep: 'Keep it',
  },
};

interface QuestionItemProps {
  courseId: number;
  videoId: number;
  question: Question;
  /** The address of a second of the lesson. */
  addressAt: (seconds: number) => string;
  /** The member goes to a second of the lesson that is open. */
  onJump: () => void;
  /** It is being deleted. */
  busy: boolean;
  onDelete: (close: () => void) => void;
}

export function QuestionItem(props: QuestionItemProps) {
  const { courseId, videoId, question, addressAt, onJump, busy, onDelete } = props;
  const { id: questionId, hidden, seconds, text, by, askedAt, mine, answer } = question;
  const id = useId();
  return (
    <li className="border-b border-line">
      <article aria-labelledby={id} className="grid gap-2 py-5">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-xs text-ink-muted">
          {seconds > 0 && (
            <Link
              to={addressAt(seconds)}
              onClick={onJump}
              className="inline-flex min-h-6 items-center font-semibold text-accent figures underline hover:text-ink"
            >
              <span aria-hidden>{formatDuration(seconds)}</span>
              <span className="sr-only">{`At ${spokenDuration(seconds)}`}</span>
            </Link>
          )}
          {mine ? <strong className="text-ink">{COPY.own}</strong> : <span>{by}</span>}
          <time dateTime={askedAt}>{dateAndTime(askedAt)}</time>
          {question.private && <span className="font-semibold text-ink">{COPY.private}</span>}
          {hidden && <span className="font-semibold text-ink">{COPY.hidden}</span>}
        </p>
        <p id={id} className="max-w-prose font-semibold wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        {answer ? (
          <div className="mt-1 max-w-prose border-l-3 border-accent pl-4">
            <p className="mb-1 text-xs text-ink-muted">
              {COPY.answer(answer.by, dateAndTime(answer.answeredAt))}
            </p>
            <SafeHtml html={answer.html} />
          </div>
        ) : (
          <p className="text-sm text-ink-muted">{COPY.waiting}</p>
        )}
        {hidden && <p className="max-w-prose text-sm text-ink-muted">{COPY.hiddenText}</p>}
        {!mine && !question.private && answer && (
          <Report courseId={courseId} videoId={videoId} questionId={questionId} of={id} />
        )}
        {mine && !answer && (
          <div className="-ml-4">
            <ConfirmDialog
              copy={COPY.remove}
              look="quiet"
              size="small"
              busy={busy}
              onConfirm={onDelete}
            />
          </div>
        )}
      </article>
    </li>
  );
}
