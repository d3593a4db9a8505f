// The transcript beside the lesson: it follows the playback, each line leads to its second, and it can be searched and
// printed.
import { Printer } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';

import { Button } from '@/ui/button';

import type { Playback } from '../player/store/playback';
import { PrintedTranscript } from './printed-transcript';
import { TranscriptList } from './transcript-list';
import { questionsByLine, searchLines } from './transcript-lines';
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
  questions: readonly { seconds: number }[];
}

export function Transcript({ title, source, playback, questions }: TranscriptProps) {
  const { lines, languages, language, setLanguage, failed, retry } = useTranscript(source);
  const [query, setQuery] = useState('');
  const [follows, setFollows] = useState(true);
  const follow = useCallback(() => setFollows(true), []);
  const [printing, setPrinting] = useState(false);
  const matches = useMemo(() => searchLines(lines, query), [lines, query]);
  const asked = useMemo(() => questionsByLine(lines, questions), [lines, questions]);
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
                <option key={one.language} value={one.language} lang={one.language} dir="auto">
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
              onClick={follow}
              className="min-h-8 rounded-box px-2 font-semibold text-accent hover:bg-surface-raised"
            >
              {COPY.follow}
            </button>
          )}
          <p role="status" className="ml-auto text-ink-muted figures">
            {searching && (matches.length > 0 ? COPY.count(matches.length) : COPY.none)}
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
        <div className="min-h-0 flex-1" />
      ) : (
        <TranscriptList
          matches={matches}
          language={language}
          playback={playback}
          questions={asked}
          follows={follows && !searching}
          onScrollAway={() => setFollows(false)}
          onPick={follow}
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
