// The search box: asks while it is typed in, and at once with Enter.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search as Glass } from 'lucide-react';
import { useEffect, useState } from 'react';

import { isStatus } from '@/lib/api-client';
import type { Elements } from '@/ui/elements';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import { LEAST_CHARACTERS, searchQuery, searchWordsQuery } from './api';
import { Results } from './results';

const COPY = {
  label: 'Search',
  hint: 'Any part of an address, a name, a key, an order’s reference or a Discord name.',
  tooShort: 'Search for at least 3 characters',
};
const PAUSE_MS = 250;
const LONGEST = 100;

/** `beside`: in the line of the box, above what is found. */
export function Search({ beside }: { beside: Elements }) {
  const client = useQueryClient();
  const [text, setText] = useState(() => client.getQueryData(searchWordsQuery.queryKey) ?? '');
  const [asked, setAsked] = useState(text);
  const [tooShort, setTooShort] = useState(false);
  const found = useQuery(searchQuery(asked));

  const ask = (q: string) => {
    setAsked(q);
    client.setQueryData(searchWordsQuery.queryKey, q);
  };
  useEffect(() => {
    const q = text.trim();
    const timer = setTimeout(() => {
      setAsked(q.length < LEAST_CHARACTERS ? '' : q);
      client.setQueryData(searchWordsQuery.queryKey, q);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, client]);

  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <form
          role="search"
          className="min-w-0 flex-1 basis-72"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const q = text.trim();
            setTooShort(q.length < LEAST_CHARACTERS);
            if (q.length >= LEAST_CHARACTERS) ask(q);
          }}
        >
          <Field
            label={COPY.label}
            hint={COPY.hint}
            error={tooShort ? COPY.tooShort : refusalOf(found.error)}
          >
            {(control) => (
              <div className="relative">
                <Glass
                  aria-hidden
                  size={18}
                  className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink-muted"
                />
                <TextInput
                  {...control}
                  type="search"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={LONGEST}
                  className="pl-11"
                  value={text}
                  onChange={(event) => {
                    setText(event.currentTarget.value);
                    setTooShort(false);
                  }}
                />
              </div>
            )}
          </Field>
        </form>
        {beside}
      </div>
      {asked !== '' && <Results query={found} />}
    </>
  );
}

/** What the server says of the words themselves. */
function refusalOf(error: unknown): string | undefined {
  return isStatus(error, 400) ? COPY.tooShort : undefined;
}
