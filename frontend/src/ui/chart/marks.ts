// What is marked on a chart: prices in units of its grid, bars by their index.

export type MarkTone = 'edited' | 'own' | 'right';

export type ChartMark =
  | { kind: 'level'; tone: MarkTone; price: number }
  | { kind: 'range'; tone: MarkTone; from: number; to: number };

/** From one bar to another; undefined until it is chosen. */
export interface Span {
  from: number | undefined;
  to: number | undefined;
}

/** The mark that the member sets. */
export type ChartEdit =
  | { kind: 'level'; price: number | undefined; onChange: (price: number) => void }
  | { kind: 'range'; span: Span; onChange: (span: Span) => void };

export const MARK_LABELS: Record<Exclude<MarkTone, 'edited'>, string> = {
  own: 'Yours',
  right: 'Right',
};

/** The bars in the order of their time. */
export function inTimeOrder({ from, to }: Span): Span {
  return from !== undefined && to !== undefined && from > to
    ? { from: to, to: from }
    : { from, to };
}

/** A bar that is chosen next: the start, then the end, then a new start. */
export function withNextBar({ from, to }: Span, index: number): Span {
  if (from === undefined || to !== undefined) return { from: index, to: undefined };
  return inTimeOrder({ from, to: index });
}

/** What the mark in edit looks like. */
export function editedMark(edit: ChartEdit | undefined): ChartMark | undefined {
  if (edit?.kind === 'level' && edit.price !== undefined) {
    return { kind: 'level', tone: 'edited', price: edit.price };
  }
  if (edit?.kind !== 'range') return undefined;
  const from = edit.span.from ?? edit.span.to;
  const to = edit.span.to ?? edit.span.from;
  return from === undefined || to === undefined
    ? undefined
    : { kind: 'range', tone: 'edited', from, to };
}
