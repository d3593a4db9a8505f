// The lines of a transcript, and the search in them: without regard to case and accents.
import { indexAt } from '../player/store/playback';

export interface TranscriptLine {
  /** Seconds. */
  start: number;
  text: string;
}

export interface Match {
  line: TranscriptLine;
  /** Pairs of offsets in the line's text. */
  marks: readonly (readonly [from: number, to: number])[];
}

/** As long as the text, so that offsets in one are offsets in the other. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const [base = ''] = (text[at] ?? '').normalize('NFD');
    const lower = base.toLowerCase();
    return lower.length === 1 ? lower : base;
  }).join('');
}

/** The lines that hold the words, in order; every line when there is nothing to search. */
export function searchLines(lines: readonly TranscriptLine[], query: string): Match[] {
  const wanted = fold(query.trim());
  if (wanted === '') return lines.map((line) => ({ line, marks: [] }));
  return lines.flatMap((line) => {
    const text = fold(line.text);
    const marks: [number, number][] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      marks.push([at, at + wanted.length]);
    }
    return marks.length > 0 ? [{ line, marks }] : [];
  });
}

/** How many questions were asked while each line was said; a question about no second has no line. */
export function questionsByLine(
  lines: readonly TranscriptLine[],
  questions: readonly { seconds: number }[],
): Map<TranscriptLine, number> {
  const counts = new Map<TranscriptLine, number>();
  for (const { seconds } of questions) {
    const line = seconds > 0 ? lines[Math.max(indexAt(lines, seconds), 0)] : undefined;
    if (line) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
