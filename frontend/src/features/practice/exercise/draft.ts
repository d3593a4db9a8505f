// What a member has entered so far, as the fields hold it, and the answer that it makes. Nothing here knows what is right.
import { inTimeOrder, type Span } from '@/ui/chart/marks';
import { formatPrice, parsePrice, toPrice, toUnits } from '@/ui/chart/scale/prices';
import type { Series } from '@/ui/chart/scale/series';

import type { Answer, Exercise } from '../api';

export type Draft =
  | { kind: 'choice'; chosen: readonly number[] }
  | { kind: 'number'; text: string }
  | { kind: 'level'; text: string }
  | { kind: 'range'; span: Span };

export type Reading = { answer: Answer } | { problem: string };

const COPY = {
  choice: 'Choose at least one answer.',
  number: 'Type a number.',
  level: 'Mark a price on the chart, or type it.',
  price: (example: string) => `Type a price such as ${example}.`,
  range: 'Mark on the chart where the range starts and ends, or choose both bars.',
};

export function emptyDraft(kind: Exercise['kind']): Draft {
  if (kind === 'choice') return { kind, chosen: [] };
  if (kind === 'range') return { kind, span: { from: undefined, to: undefined } };
  return { kind, text: '' };
}

/** The fields as they were when this answer was given. */
export function draftOf(kind: Exercise['kind'], answer: Answer, series: Series | undefined): Draft {
  if (kind === 'choice') return { kind, chosen: numbersOf(answer) };
  if (kind === 'number') return { kind, text: String(answer) };
  if (series === undefined) return emptyDraft(kind);
  if (kind === 'level') {
    const price = typeof answer === 'number' ? answer : Number.NaN;
    return { kind, text: formatPrice(toUnits(price, series.grid.decimals), series.grid) };
  }
  return { kind, span: spanOf(answer, series) };
}

export function readAnswer(draft: Draft, series: Series | undefined): Reading {
  if (draft.kind === 'choice') {
    if (draft.chosen.length === 0) return { problem: COPY.choice };
    return { answer: draft.chosen.toSorted((a, b) => a - b) };
  }
  if (draft.kind === 'number') {
    // The server reads it as it was typed: "12,5" and "$12.50" too.
    return /\p{Nd}/u.test(draft.text) ? { answer: draft.text.trim() } : { problem: COPY.number };
  }
  if (draft.kind === 'level') {
    if (series === undefined || draft.text.trim() === '') return { problem: COPY.level };
    const price = priceOf(draft.text, series);
    return price === undefined
      ? { problem: COPY.price(formatPrice(series.bars[0]?.open ?? series.low, series.grid)) }
      : { answer: toPrice(price, series.grid) };
  }
  const { from, to } = inTimeOrder(draft.span);
  const start = from === undefined ? undefined : series?.bars[from];
  const end = to === undefined ? undefined : series?.bars[to];
  return start && end ? { answer: [start.time, end.time] } : { problem: COPY.range };
}

/** The price that a level's field says, in units. */
export function priceOf(text: string, series: Series): number | undefined {
  return parsePrice(text, series.grid, (series.low + series.high) / 2);
}

/** The bars that two times name, by the bar that holds each. */
export function spanOf(answer: Answer, { bars }: Series): Span {
  const indexOf = (time: unknown) => {
    const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
    const index = bars.findLastIndex((bar) => bar.at <= at);
    return index < 0 ? undefined : index;
  };
  return Array.isArray(answer)
    ? { from: indexOf(answer[0]), to: indexOf(answer[1]) }
    : { from: undefined, to: undefined };
}

export function numbersOf(answer: Answer): number[] {
  return Array.isArray(answer) ? answer.filter((part) => typeof part === 'number') : [];
}
