// What the search of the member's courses finds for the words of a question that is being written.
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { afterPress } from '@/ui/form/after-press';

import { bestPlaces, wordsOf } from './question-words';
import { searchQuery } from './search-query';
import { SearchResults } from './search-results';

const COPY = {
  title: 'Said in your courses already',
  failed: 'The search for earlier answers did not work.',
};

export function useFormerAnswers(languageOf: (courseId: number) => string | undefined) {
  const queryClient = useQueryClient();
  const [words, setWords] = useState<readonly string[]>([]);
  const queries = useQueries({ queries: words.map((word) => searchQuery(word)) });
  const hits = bestPlaces(
    words,
    queries.map(({ data }) => data ?? []),
  );
  const failed = queries.length > 0 && queries.every(({ isError }) => isError);
  return {
    /** Shows what is found for a text. */
    look: async (text: string): Promise<void> => {
      const asked = wordsOf(text);
      await Promise.allSettled(asked.map((word) => queryClient.fetchQuery(searchQuery(word))));
      afterPress(() => setWords(asked));
    },
    places: failed ? (
      <p className="text-sm text-ink-muted">{COPY.failed}</p>
    ) : (
      hits.length > 0 && (
        <div>
          <h3 className="mb-2 font-sans text-sm font-semibold tracking-normal">{COPY.title}</h3>
          <SearchResults hits={hits} languageOf={languageOf} label={COPY.title} />
        </div>
      )
    ),
  };
}
