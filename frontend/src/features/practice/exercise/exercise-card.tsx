// One exercise: its prompt, its chart and fields, then the result at once, and another try.
import { ArrowRight } from 'lucide-react';
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';

import { Button } from '@/ui/button';
import { readSeries } from '@/ui/chart/scale/series';
import { lazyPart } from '@/ui/lazy-part';
import { SafeHtml } from '@/ui/safe-html/safe-html';

import type { Exercise } from '../api';
import { useAnswer } from '../use-answer';
import { AnswerFields } from './answer-fields';
import { comparison } from './comparison';
import { draftOf, emptyDraft, numbersOf, readAnswer } from './draft';
import { loadChart } from './load-chart';
import { Explanation, Verdict } from './result';

const ExerciseChart = lazyPart(async () => (await loadChart()).ExerciseChart);

const COPY = {
  check: 'Check answer',
  retry: 'Try again',
  kept: 'Your answer is kept in this browser. It will be graded when the connection is back.',
  result: 'Result',
  failed: 'Your answer was not graded.',
};

interface ExerciseCardProps {
  courseId: number;
  videoId: number;
  exercise: Exercise;
  /** Of what the course says. */
  language: string | undefined;
  /** Receives the focus when the exercise is opened from another one. */
  focused: boolean;
  /** What follows. `skip` is its button's label as long as there is no answer. */
  next: { label: string; skip: string; go: (answered: boolean) => void } | undefined;
}

export function ExerciseCard(props: ExerciseCardProps) {
  const { courseId, videoId, exercise, language, focused, next } = props;
  const { kind, chart } = exercise;
  const id = useId();
  const { state, sending, send, reopen } = useAnswer({
    courseId,
    videoId,
    exercise: exercise.id,
  });
  const series = useMemo(() => (chart ? readSeries(chart) : undefined), [chart]);
  const [draft, setDraft] = useState(() =>
    state.status === 'kept' ? draftOf(kind, state.given.answer, series) : emptyDraft(kind),
  );
  const [problem, setProblem] = useState<string>();

  const prompt = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (focused) prompt.current?.focus();
  }, [focused]);
  const graded = state.status === 'graded' ? state : undefined;
  const answered = graded !== undefined || state.status === 'kept';
  useEffect(() => {
    // The button that was pressed is gone; what it led to takes its focus. An answer that was kept before is only shown.
    if (answered && pressed.current) result.current?.focus();
  }, [answered]);
  const locked = sending || answered;
  const change = (changed: typeof draft) => {
    setDraft(changed);
    setProblem(undefined);
  };
  const check = () => {
    const reading = readAnswer(draft, series);
    if ('problem' in reading) setProblem(reading.problem);
    else {
      pressed.current = true;
      send(reading.answer);
    }
  };
  const retry = () => {
    setDraft(emptyDraft(kind));
    setProblem(undefined);
    reopen();
    prompt.current?.focus();
  };
  const right = graded?.outcome.answer;

  return (
    <form
      data-own-keys
      noValidate
      aria-labelledby={`${id}-prompt`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!locked) check();
      }}
    >
      <div ref={prompt} id={`${id}-prompt`} tabIndex={-1} className="text-lg outline-none">
        <SafeHtml html={exercise.prompt} language={language} />
      </div>
      {series && (
        <div className="mt-4">
          <Suspense fallback={<div className="h-[clamp(22rem,calc(48vw+6rem),30rem)]" />}>
            <ExerciseChart
              kind={kind}
              series={series}
              draft={draft}
              onChange={change}
              locked={locked}
              right={right}
            />
          </Suspense>
        </div>
      )}
      <div className="mt-5">
        <AnswerFields
          exercise={exercise}
          language={language}
          series={series}
          draft={draft}
          onChange={change}
          locked={locked}
          error={problem}
          rightOptions={kind === 'choice' && right !== undefined ? numbersOf(right) : undefined}
        />
      </div>
      <div
        ref={result}
        role={answered ? 'group' : undefined}
        aria-label={answered ? COPY.result : undefined}
        tabIndex={-1}
        className="mt-5 max-w-prose outline-none"
      >
        <div role="status">
          {graded && <Verdict outcome={graded.outcome} answeredAt={graded.given.answeredAt} />}
          {state.status === 'kept' && <p>{COPY.kept}</p>}
        </div>
        {graded && (
          <Explanation
            outcome={graded.outcome}
            language={language}
            comparison={comparison(exercise, series, graded.given.answer, graded.outcome.answer)}
          />
        )}
      </div>
      <div role="alert" className="mt-4 empty:hidden">
        {state.status === 'failed' && (
          <p className="text-sm text-danger">{`${COPY.failed} ${state.message}`}</p>
        )}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {answered ? (
          <Button look="secondary" size="small" onClick={retry}>
            {COPY.retry}
          </Button>
        ) : (
          <Button type="submit" size="small" busy={sending}>
            {COPY.check}
          </Button>
        )}
        {next && (
          <Button
            look={answered ? 'primary' : 'quiet'}
            size="small"
            onClick={() => next.go(answered)}
          >
            <span>{answered ? next.label : next.skip}</span>
            {answered && <ArrowRight aria-hidden size={18} />}
          </Button>
        )}
      </div>
    </form>
  );
}
