// The chart of an exercise: the member's mark while it is set, then the right one drawn over it.
import { Chart } from '@/ui/chart/chart';
import type { ChartEdit, ChartMark, MarkTone } from '@/ui/chart/marks';
import { formatPrice, toUnits } from '@/ui/chart/scale/prices';
import type { Series } from '@/ui/chart/scale/series';

import type { Answer, Exercise, RightAnswer } from '../api';
import { priceOf, spanOf, type Draft } from './draft';

interface ExerciseChartProps {
  kind: Exercise['kind'];
  series: Series;
  draft: Draft;
  onChange: (draft: Draft) => void;
  locked: boolean;
  right: RightAnswer | undefined;
}

const LABEL = 'Price chart';

export function ExerciseChart(props: ExerciseChartProps) {
  const { kind, series, draft, onChange, locked, right } = props;
  const own = ownMark(draft, series);
  const answer = right === undefined ? undefined : markOf(kind, right, 'right', series);
  return (
    <Chart
      // A result shows the whole chart, with both marks.
      key={right === undefined ? 'open' : 'graded'}
      series={series}
      label={LABEL}
      edit={locked ? undefined : editOf(draft, series, onChange)}
      marks={locked ? [own, answer].filter((mark) => mark !== undefined) : []}
    />
  );
}

function editOf(
  draft: Draft,
  series: Series,
  onChange: (draft: Draft) => void,
): ChartEdit | undefined {
  if (draft.kind === 'level') {
    return {
      kind: 'level',
      price: priceOf(draft.text, series),
      onChange: (price) => onChange({ kind: 'level', text: formatPrice(price, series.grid) }),
    };
  }
  if (draft.kind !== 'range') return undefined;
  return {
    kind: 'range',
    span: draft.span,
    onChange: (span) => onChange({ kind: 'range', span }),
  };
}

function ownMark(draft: Draft, series: Series): ChartMark | undefined {
  if (draft.kind === 'level') {
    const price = priceOf(draft.text, series);
    return price === undefined ? undefined : { kind: 'level', tone: 'own', price };
  }
  if (draft.kind !== 'range') return undefined;
  const { from, to } = draft.span;
  return from === undefined || to === undefined
    ? undefined
    : { kind: 'range', tone: 'own', from, to };
}

function markOf(
  kind: Exercise['kind'],
  answer: Answer,
  tone: MarkTone,
  series: Series,
): ChartMark | undefined {
  if (kind === 'level' && typeof answer === 'number') {
    return { kind, tone, price: toUnits(answer, series.grid.decimals) };
  }
  if (kind !== 'range') return undefined;
  const { from, to } = spanOf(answer, series);
  return from === undefined || to === undefined ? undefined : { kind, tone, from, to };
}
