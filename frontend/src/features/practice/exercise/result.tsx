// The result of an answer, in words: the verdict, when it comes back, what is right, and why.
import { CircleCheck, CircleX } from 'lucide-react';

import { SafeHtml } from '@/ui/safe-html/safe-html';

import type { Outcome } from '../api';
import { nextReview } from '../next-review';

export const VERDICTS = { right: 'Correct', wrong: 'Not quite' };

interface VerdictProps {
  outcome: Outcome;
  /** When it was answered. */
  answeredAt: string;
}

/** Shown in a live region. */
export function Verdict({ outcome, answeredAt }: VerdictProps) {
  const { correct, dueAt } = outcome;
  const Icon = correct ? CircleCheck : CircleX;
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <Icon aria-hidden size={22} className={correct ? 'text-accent' : 'text-danger'} />
      <strong className="text-lg font-semibold">
        <span>{correct ? VERDICTS.right : VERDICTS.wrong}</span>
        <span className="sr-only">.</span>
      </strong>{' '}
      <span className="text-sm text-ink-muted figures">
        {nextReview(correct, dueAt, new Date(answeredAt))}
      </span>
    </p>
  );
}

interface ExplanationProps {
  outcome: Outcome;
  language: string | undefined;
  /** What was answered and what is right, in words. */
  comparison: string;
}

export function Explanation({ outcome, language, comparison }: ExplanationProps) {
  return (
    <>
      <p className="mt-2 figures">{comparison}</p>
      {outcome.explanation && (
        <div className="mt-3">
          <SafeHtml html={outcome.explanation} language={language} />
        </div>
      )}
    </>
  );
}
