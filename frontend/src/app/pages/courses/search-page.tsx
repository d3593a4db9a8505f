// /portal/search?q=: searches the member's courses. The address holds what is searched.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { SearchField } from '@/features/courses/search/search-field';
import { isSearchable, searchQuery, type SearchHit } from '@/features/courses/search/search-query';
import { SearchResults } from '@/features/courses/search/search-results';
import { useCourseLanguages } from '@/features/dashboard/api';
import { ApiError } from '@/lib/api-client';
import { Container } from '@/ui/container';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

const COPY = {
  title: 'Search',
  intro: 'Finds every word in the titles, texts and transcripts of your courses.',
  short: 'Type at least 2 characters.',
  loading: 'Searching…',
  none: (q: string) => `Nothing in your courses says “${q}”.`,
  noneHint: 'Try fewer or other words. Whole words are found best.',
  failed: 'The search did not work.',
  found: (hits: readonly SearchHit[]) =>
    hits.length === 1 ? '1 place found' : `${hits.length} places found`,
};

/** Typing searches after a pause of this length. */
const PAUSE_MS = 250;

export function Page() {
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').trim();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A search from elsewhere changes the address and the field; a search that was typed here leaves the field alone.
  const [shown, setShown] = useState({ q, typed: q, field: 0 });
  if (q !== shown.q) {
    setShown({ ...shown, q, field: q === shown.typed ? shown.field : shown.field + 1 });
  }
  const ask = (text: string, replace: boolean) => {
    clearTimeout(timer.current);
    setShown((before) => ({ ...before, typed: text }));
    setParams(text === '' ? {} : { q: text }, { replace });
  };

  return (
    <Container className="pt-10">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 max-w-prose text-ink-muted">{COPY.intro}</p>
      <SearchField
        key={shown.field}
        initial={q}
        focused={q === ''}
        className="mt-6 max-w-prose"
        onSubmit={(text) => ask(text, false)}
        onType={(text) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(text, true), PAUSE_MS);
        }}
      />
      <div className="mt-8 max-w-[52rem]">
        <Found q={q} />
      </div>
    </Container>
  );
}

function Found({ q }: { q: string }) {
  const query = useQuery(searchQuery(q));
  const { error, isPlaceholderData } = query;
  const languageOf = useCourseLanguages();
  if (q === '') return null;
  if (!isSearchable(q)) return <p role="status">{COPY.short}</p>;
  const wrong = error instanceof ApiError ? error.fields.q : undefined;
  if (wrong !== undefined) return <p role="alert">{wrong}</p>;
  return (
    <QueryStates query={query} failed={COPY.failed} loading={<Searching />}>
      {(hits) =>
        hits.length === 0 ? (
          <div role="status">
            <p className="font-semibold">{COPY.none(q)}</p>
            <p className="mt-1 text-sm text-ink-muted">{COPY.noneHint}</p>
          </div>
        ) : (
          <div aria-busy={isPlaceholderData || undefined}>
            <p role="status" className="mb-3 text-sm text-ink-muted figures">
              {isPlaceholderData ? COPY.loading : COPY.found(hits)}
            </p>
            <SearchResults hits={hits} languageOf={languageOf} />
          </div>
        )
      }
    </QueryStates>
  );
}

function Searching() {
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {COPY.loading}
      </p>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  );
}
