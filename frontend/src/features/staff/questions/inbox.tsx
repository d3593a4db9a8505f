// The open questions, or the answered questions.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import { OneAction } from '../action/one-action';
import { AnswerForm } from './answer-form';
import { questionsQuery, type StaffQuestion } from './api';
import { Question } from './question';

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

interface ListProps {
  questions: readonly StaffQuestion[];
  answered: boolean;
  onAnswered: (question: StaffQuestion) => void;
}

function List({ questions, answered, onAnswered }: ListProps) {
  useShownQuestion(questions.length);
  if (questions.length === 0) {
    return <p className="text-ink-muted">{answered ? COPY.noneAnswered : COPY.none}</p>;
  }
  return (
    <ul aria-label={answered ? COPY.done : COPY.waiting} className="border-t border-line">
      {questions.map((question) => (
        <Question key={question.id} question={question}>
          {!answered && <AnswerForm question={question} onAnswered={onAnswered} />}
        </Question>
      ))}
    </ul>
  );
}

export function Inbox({ answered }: { answered: boolean }) {
  const query = useQuery(questionsQuery(answered));
  const [outcome, setOutcome] = useState({ text: '' });
  const said = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone, and its question with it.
  useEffect(() => {
    if (outcome.text !== '') said.current?.focus();
  }, [outcome]);
  return (
    <OneAction>
      <p
        ref={said}
        role="status"
        tabIndex={-1}
        className="mb-4 text-sm font-semibold text-accent outline-none empty:hidden"
      >
        {outcome.text}
      </p>
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
              setOutcome({ text: COPY.answered(by, !isPrivate) });
            }}
          />
        )}
      </QueryStates>
    </OneAction>
  );
}
