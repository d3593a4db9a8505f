// The transcript beside the lesson: it follows the playback, each line leads to its second, and it can be searched and
// printed.
import { Printer } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { Button } from '@/ui/button';
import { MarkedText } from '../marked-text';

import { formatDuration } from '../duration';
import { indexAt, type Playback } from '../player/store/playback';
import { PrintedTranscript } from './printed-transcript';
import { searchLines, type Match, type TranscriptLine } from './transcript-lines';
import { useTranscript, type TranscriptSource } from './use-transcript';

const COPY = {
  search: 'Search in the transcript',
  language: 'Language',
  print: 'Print',
  follow: 'Follow the lesson',
  none: 'No line of this lesson says that.',
  count: (lines: number) => (lines === 1 ? '1 line' : `${lines} lines`),
  failed: 'The transcript in this language could not be loaded.',
  retry: 'Try again',
};

interface TranscriptProps {
  title: string;
  source: TranscriptSource;
  playback: Playback;
}

export function Transcript({ title, source, playback }: TranscriptProps) {
  const { lines, languages, language, setLanguage, failed, retry } = useTranscript(source);
  const [query, setQuery] = useState('');
  const [follows, setFollows] = useState(true);
  const [printing, setPrinting] = useState(false);
  const matches = useMemo(() => searchLines(lines, query), [lines, query]);
  const searching = query.trim() !== '';

  return (
    <section aria-label="Transcript" className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-2 border-b border-line p-3">
        <input
          type="search"
          aria-label={COPY.search}
          placeholder={COPY.search}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          className="h-10 w-full rounded-box border border-line-strong bg-surface px-3 text-sm text-ink placeholder:text-ink-muted"
        />
        <div className="flex flex-wrap items-center gap-2 text-xs">
          {languages.length > 1 && (
            <select
              aria-label={COPY.language}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value)}
              className="h-8 rounded-box border border-line-strong bg-surface px-2 text-ink"
            >
              {languages.map((one) => (
                <option key={one.language} value={one.language}>
                  {one.label}
                </option>
              ))}
            </select>
          )}
          <button
            type="button"
            onClick={() => setPrinting(true)}
            className="flex min-h-8 items-center gap-2 rounded-box px-2 font-semibold hover:bg-surface-raised"
          >
            <Printer aria-hidden size={16} />
            {COPY.print}
          </button>
          {!follows && !searching && (
            <button
              type="button"
              onClick={() => setFollows(true)}
              className="min-h-8 rounded-box px-2 font-semibold text-accent hover:bg-surface-raised"
            >
              {COPY.follow}
            </button>
          )}
          <p role="status" className="ml-auto text-ink-muted figures">
            {searching && matches.length > 0 && COPY.count(matches.length)}
          </p>
        </div>
      </div>
      {failed ? (
        <div role="alert" className="p-4 text-sm">
          <p>{COPY.failed}</p>
          <Button size="small" look="secondary" className="mt-3" onClick={retry}>
            {COPY.retry}
          </Button>
        </div>
      ) : matches.length === 0 && searching ? (
        <p role="status" className="p-4 text-sm text-ink-muted">
          {COPY.none}
        </p>
      ) : (
        <Lines
          matches={matches}
          language={language}
          playback={playback}
          follows={follows && !searching}
          onScrollAway={() => setFollows(false)}
          onPick={() => setFollows(true)}
        />
      )}
      {printing && (
        <PrintedTranscript
          title={title}
          language={language}
          lines={lines}
          onDone={() => setPrinting(false)}
        />
      )}
    </section>
  );
}

interface LinesProps {
  matches: readonly Match[];
  language: string | undefined;
  playback: Playback;
  follows: boolean;
  onScrollAway: () => void;
  onPick: () => void;
}

function Lines({ matches, language, playback, follows, onScrollAway, onPick }: LinesProps) {
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
  const latest = useRef({ playback, onPick });
  useEffect(() => {
    latest.current = { playback, onPick };
  });
  const [pick] = useState(() => (line: TranscriptLine) => {
    latest.current.playback.seekTo(line.start);
    latest.current.onPick();
  });
  return (
    <ol
      ref={box}
      lang={language}
      onWheel={onScrollAway}
      onTouchMove={onScrollAway}
      className="relative min-h-0 flex-1 overflow-y-auto py-1 max-lg:max-h-96"
    >
      {matches.map((match, index) => (
        <Line
          key={`${match.line.start} ${match.line.text}`}
          match={match}
          current={index === current}
          onPick={pick}
        />
      ))}
    </ol>
  );
}

interface LineProps {
  match: Match;
  current: boolean;
  onPick: (line: TranscriptLine) => void;
}

const Line = memo(function Line({ match, current, onPick }: LineProps) {
  const { line, marks } = match;
  return (
    <li className="[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => onPick(line)}
        className="flex w-full gap-3 border-l-3 border-transparent px-3 py-1.5 text-left text-sm text-ink-muted -outline-offset-2 hover:bg-surface-raised hover:text-ink aria-[current=true]:border-accent aria-[current=true]:bg-surface-raised aria-[current=true]:text-ink"
      >
        <span className="w-9 shrink-0 text-right text-xs leading-6 text-accent figures">
          {formatDuration(line.start)}
        </span>{' '}
        <span className="min-w-0">
          <MarkedText text={line.text} marks={marks} />
        </span>
      </button>
    </li>
  );
});
