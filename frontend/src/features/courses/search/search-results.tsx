// What a search found: the lesson, the sentence, the second. Each leads there; the arrow keys go from one to the next.
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';

import { formatDuration, spokenDuration } from '@/lib/format/durations';
import { MarkedText } from '../marked-text';
import { keyOf, type SearchHit } from './search-query';

const COPY = { label: 'Found lessons', answer: 'Answer' };

interface SearchResultsProps {
  hits: readonly SearchHit[];
  /** The list's accessible name. */
  label?: string;
  /** Of what a course says. */
  languageOf: (courseId: number) => string | undefined;
}

export function SearchResults({ hits, languageOf, label = COPY.label }: SearchResultsProps) {
  return (
    <div role="presentation" onKeyDown={moveWithArrows}>
      <ol aria-label={label} className="divide-y divide-line border-y border-line">
        {hits.map((hit) => (
          <li key={keyOf(hit)}>
            <Hit hit={hit} language={languageOf(hit.courseId)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Hit({ hit, language }: { hit: SearchHit; language: string | undefined }) {
  const { courseId, videoId, courseTitle, lessonTitle, seconds, snippet, highlights } = hit;
  const known = seconds ?? undefined;
  return (
    <Link
      to={paths.portalCourse(courseId, videoId, known)}
      className="group grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <span className="min-w-0">
        <span lang={language} dir="auto" className="block font-semibold group-hover:text-accent">
          {lessonTitle}
        </span>{' '}
        {hit.kind === 'answer' && (
          <span className="mt-1 mr-2 inline-block rounded-box bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent">
            {COPY.answer}
          </span>
        )}{' '}
        <span dir="auto" className="mt-1 line-clamp-3 text-sm text-ink-muted">
          <MarkedText text={snippet} marks={highlights} />
        </span>
      </span>{' '}
      <span className="flex items-baseline gap-3 text-xs text-ink-muted sm:flex-col sm:items-end sm:gap-1">
        {known !== undefined && (
          <span className="font-semibold text-accent figures">
            <span aria-hidden>{formatDuration(known)}</span>
            <span className="sr-only">{`At ${spokenDuration(known)}`}</span>
          </span>
        )}{' '}
        <span lang={language} dir="auto" className="max-w-48 truncate">
          {courseTitle}
        </span>
      </span>
    </Link>
  );
}

function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
