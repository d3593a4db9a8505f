// The lines of a transcript, one stop of the Tab key: arrows move among them. The list follows the playback until the member
// scrolls it, by wheel, finger, scroll bar or key.
import { MessageCircleQuestionMark } from 'lucide-react';
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import { formatDuration } from '@/lib/format/durations';
import { MarkedText } from '../marked-text';
import { indexAt, type Playback } from '../player/store/playback';
import type { Match, TranscriptLine } from './transcript-lines';

const PAGE_LINES = 10;

const COPY = {
  questions: (count: number) => (count === 1 ? '1 question' : `${count} questions`),
};

interface TranscriptListProps {
  matches: readonly Match[];
  language: string | undefined;
  playback: Playback;
  /** How many were asked while a line was said. */
  questions: ReadonlyMap<TranscriptLine, number>;
  follows: boolean;
  onScrollAway: () => void;
  /** The same function for every rendering: a long list draws only the lines that change. */
  onPick: () => void;
}

export function TranscriptList(props: TranscriptListProps) {
  const { matches, language, playback, questions, follows, onScrollAway, onPick } = props;
  const box = useRef<HTMLOListElement>(null);
  const starts = useMemo(() => matches.map(({ line }) => line), [matches]);
  const current = useSyncExternalStore(playback.subscribe, () =>
    indexAt(starts, playback.position()),
  );
  useEffect(() => {
    const list = box.current;
    const line = list?.children[current];
    if (!follows || !list || !(line instanceof HTMLElement)) return;
    const above = line.offsetTop - list.scrollTop;
    if (above < 0 || above + line.offsetHeight > list.clientHeight) {
      list.scrollTop = line.offsetTop - list.clientHeight / 3;
    }
  }, [current, follows]);
  // The line that the Tab key reaches: the line that was moved to, else the line that is said.
  const [chosen, setChosen] = useState<number>();
  const stop = Math.min(Math.max(chosen ?? current, 0), matches.length - 1);
  const pick = useCallback(
    (line: TranscriptLine) => {
      playback.seekTo(line.start);
      onPick();
      setChosen(undefined);
    },
    [playback, onPick],
  );
  const move = (key: string) => {
    const to = {
      ArrowDown: stop + 1,
      ArrowUp: stop - 1,
      PageDown: stop + PAGE_LINES,
      PageUp: stop - PAGE_LINES,
      Home: 0,
      End: matches.length - 1,
    }[key];
    if (to === undefined) return false;
    const index = Math.min(Math.max(to, 0), matches.length - 1);
    setChosen(index);
    onScrollAway();
    box.current?.children[index]?.querySelector('button')?.focus();
    return true;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its lines are buttons
    <ol
      ref={box}
      lang={language}
      dir="auto"
      onWheel={onScrollAway}
      onTouchMove={onScrollAway}
      onPointerDown={(event) => {
        // The list itself is pressed at its scroll bar only.
        if (event.target === event.currentTarget) onScrollAway();
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (move(event.key)) event.preventDefault();
      }}
      className="relative min-h-0 flex-1 overflow-y-auto py-1 max-lg:max-h-96"
    >
      {matches.map((match, index) => (
        <Line
          key={`${match.line.start} ${match.line.text}`}
          match={match}
          current={index === current}
          stop={index === stop}
          questions={questions.get(match.line) ?? 0}
          onPick={pick}
        />
      ))}
    </ol>
  );
}

interface LineProps {
  match: Match;
  current: boolean;
  /** The Tab key stops here. */
  stop: boolean;
  questions: number;
  onPick: (line: TranscriptLine) => void;
}

const Line = memo(function Line(props: LineProps) {
  const { match, current, stop, questions, onPick } = props;
  const { line, marks } = match;
  return (
    <li className="[contain-intrinsic-block-size:auto_2.5rem] [content-visibility:auto]">
      <button
        type="button"
        tabIndex={stop ? 0 : -1}
        aria-current={current ? 'true' : undefined}
        onClick={() => onPick(line)}
        className="flex w-full gap-3 border-l-3 border-transparent px-3 py-1.5 text-start text-sm text-ink-muted -outline-offset-2 hover:bg-surface-raised hover:text-ink aria-[current=true]:border-accent aria-[current=true]:bg-surface-raised aria-[current=true]:text-ink"
      >
        <span className="w-9 shrink-0 text-right text-xs leading-6 text-accent figures">
          {formatDuration(line.start)}
        </span>{' '}
        <span dir="auto" className="min-w-0">
          <MarkedText text={line.text} marks={marks} />
        </span>
        {questions > 0 && (
          <span className="ml-auto flex shrink-0 items-center gap-1 text-xs leading-6 text-accent figures">
            <MessageCircleQuestionMark aria-hidden size={16} />
            <span aria-hidden>{questions}</span>
            <span className="sr-only">{`, ${COPY.questions(questions)}`}</span>
          </span>
        )}
      </button>
    </li>
  );
});
