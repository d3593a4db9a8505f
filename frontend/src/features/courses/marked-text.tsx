// A text with marked parts, such as what a search found.
import { Fragment } from 'react';

interface MarkedTextProps {
  text: string;
  /** Pairs of UTF-16 offsets; a pair that overlaps another or lies outside of the text is ignored. */
  marks: readonly (readonly number[])[];
}

export function MarkedText({ text, marks }: MarkedTextProps) {
  const parts = validMarks(text, marks);
  return (
    <>
      {parts.map(([from, to], index) => (
        <Fragment key={from}>
          <span>{text.slice(parts[index - 1]?.[1] ?? 0, from)}</span>
          <mark className="rounded-[2px] bg-accent-soft font-semibold text-ink underline decoration-accent">
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      <span>{text.slice(parts.at(-1)?.[1] ?? 0)}</span>
    </>
  );
}

function validMarks(text: string, marks: MarkedTextProps['marks']): [number, number][] {
  const valid: [number, number][] = [];
  for (const [from = -1, to = -1] of marks.toSorted(([a = 0], [b = 0]) => a - b)) {
    const end = valid.at(-1)?.[1] ?? 0;
    if (from >= end && to > from && to <= text.length) valid.push([from, to]);
  }
  return valid;
}
