// The open questions, or the answered questions.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import { OneAction } from '../action/one-action';
import { NOTHING_SAID, Outcome } from '../outcome';
import { AnswerForm } from './answer-form';
import { questionsQuery, type StaffQuestion } from './api';
import { Question } from './question';
import { HideQuestion } from './report-actions';

const COPY = {
  loading: 'Loading the questions…',
  failed: 'The questions could not be loaded.',
  none: 'No question waits.',
  noneAnswered: 'No question was answered yet.',
  answered: (by: string, seen: boolean) =>
    seen
      ? `The answer is on its way to ${by}, and is shown beside the lesson.`
      : `The answer is on its way to ${by}, who alone sees it.`,
  waiting: 'Questions that wait',
  done: 'Answered questions',
};

/** A link to a question leads there once the page has it. */
function useShownQuestion(count: number): void {
  const { hash } = useLocation();
  useEffect(() => {
    const question = hash === '' ? null : document.getElementById(hash.slice(1));
    question?.scrollIntoView();
    question?.focus({ preventScroll: true });
    // Not again with each new list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hash, count > 0]);
}

interface HideAnsweredProps {
  question: StaffQuestion;
  of: string;
  onDone: (said: string) => void;
}

/** What members see of another member: answered, neither private nor hidden. */
function HideAnswered({ question, ...rest }: HideAnsweredProps) {
  const { id, by, hidden, private: isPrivate } = question;
  if (hidden || isPrivate) return null;
  return (
    <div className="mt-4">
      <HideQuestion id={id} by={by} look="secondary" {...rest} />
    </div>
  );
}

interface ListProps {
  questions: readonly StaffQuestion[];
  answered: boolean;
  onAnswered: (question: StaffQuestion) => void;
  onHidden: (said: string) => void;
}

function List({ questions, answered, onAnswered, onHidden }: ListProps) {
  useShownQuestion(questions.length);
  if (questions.length === 0) {
    return <p className="text-ink-muted">{answered ? COPY.noneAnswered : COPY.none}</p>;
  }
  return (
    <ul aria-label={answered ? COPY.done : COPY.waiting} className="border-t border-line">
      {questions.map((question) => (
        <Question key={question.id} question={question}>
          {(titleId) =>
            answered ? (
              <HideAnswered question={question} of={titleId} onDone={onHidden} />
            ) : (
              <AnswerForm question={question} onAnswered={onAnswered} />
            )
          }
        </Question>
      ))}
    </ul>
  );
}

export function Inbox({ answered }: { answered: boolean }) {
  const query = useQuery(questionsQuery(answered));
  const [said, setSaid] = useState(NOTHING_SAID);
  return (
    <OneAction>
      <Outcome said={said} />
      <QueryStates
        query={query}
        failed={COPY.failed}
        loading={
          <div className="grid gap-4">
            <Spinner label={COPY.loading} className="sr-only" />
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        }
      >
        {(questions) => (
          <List
            questions={questions}
            answered={answered}
            onAnswered={({ by, private: isPrivate }) => {
              setSaid({ text: COPY.answered(by, !isPrivate) });
            }}
            onHidden={(text) => setSaid({ text })}
          />
        )}
      </QueryStates>
    </OneAction>
  );
}
