// The member's answer and the right one, as a sentence.
import { money } from '@/lib/format/money';
import { formatPrice, toUnits } from '@/ui/chart/scale/prices';
import { barTime, type Series } from '@/ui/chart/scale/series';

import type { Answer, Exercise, RightAnswer } from '../api';
import { numbersOf, spanOf } from './draft';

export function comparison(
  exercise: Exercise,
  series: Series | undefined,
  own: Answer,
  right: RightAnswer,
): string {
  const { kind } = exercise;
  const rightText = inWords(exercise, series, right);
  if (kind === 'choice') {
    return `The right ${numbersOf(right).length === 1 ? 'answer is' : 'answers are'} ${rightText}.`;
  }
  const ownText = inWords(exercise, series, own);
  const did = kind === 'number' ? 'You answered' : 'You marked';
  const what = kind === 'number' ? 'answer' : kind === 'level' ? 'price' : 'range';
  return ownText === rightText
    ? `${did} ${ownText}.`
    : `${did} ${ownText}. The right ${what} is ${rightText}.`;
}

function inWords(exercise: Exercise, series: Series | undefined, answer: Answer): string {
  const { kind, options, unit } = exercise;
  if (kind === 'choice') return list(numbersOf(answer).map((index) => options?.[index] ?? ''));
  if (kind === 'number') {
    const text = typeof answer === 'number' ? answer.toLocaleString('en-US', FULL) : String(answer);
    if (!unit) return text;
    return sumOf(answer, unit) ?? (text.endsWith(unit) ? text : `${text} ${unit}`);
  }
  if (series === undefined) return String(answer);
  if (kind === 'level') {
    const { grid } = series;
    return typeof answer === 'number' ? formatPrice(toUnits(answer, grid.decimals), grid) : '';
  }
  const { from, to } = spanOf(answer, series);
  const time = (index: number | undefined) => {
    const bar = index === undefined ? undefined : series.bars[index];
    return bar ? barTime(series, bar) : '';
  };
  return `${time(from)} to ${time(to)}`;
}

const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['dollars', 'usd'],
  ['euros', 'eur'],
  ['pounds', 'gbp'],
]);

/** "$1,250" of a plain number of dollars, in whole cents; anything else stays as it was typed. */
function sumOf(answer: Answer | RightAnswer, unit: string): string | undefined {
  const currency = CURRENCIES.get(unit);
  const isSum = currency !== undefined && /^-?\d{1,12}(\.\d{1,2})?$/.test(String(answer));
  return isSum ? money(Math.round(Number(answer) * 100), currency) : undefined;
}

const FULL = { maximumFractionDigits: 15 };

/** "A", "A and B", "A, B and C" */
function list(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
