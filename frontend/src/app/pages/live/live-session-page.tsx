// /portal/live/{id}: one live session.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';

import { parseId } from '@/features/courses/lessons';
import { EmptyState } from '@/features/dashboard/empty-state';
import { liveQuery, liveSessionQuery, whileOpen } from '@/features/live/api';
import { LiveSkeleton } from '@/features/live/session/live-skeleton';
import { NextSession } from '@/features/live/session/next-session';
import { isStatus } from '@/lib/api-client';
import { useHead } from '@/lib/head';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';
import { QueryStates } from '@/ui/query/query-states';
import { SafeHtml } from '@/ui/safe-html/safe-html';

const COPY = {
  title: 'Live session',
  head: (title: string) => `${title} · Course Portal`,
  all: 'All live sessions',
  failed: 'The live session could not be loaded.',
  unknown: {
    title: 'This live session is not open to you',
    text: 'It may be of a course that you do not have, or there is none at this address.',
  },
  about: 'About this session',
};

export function Page() {
  const id = parseId(useParams().id) ?? 0;
  const list = useQuery({ ...liveQuery, enabled: false });
  const query = useQuery({
    ...liveSessionQuery(id),
    ...whileOpen,
    placeholderData: list.data?.find((session) => session.id === id),
  });
  const { data: session, error } = query;
  useHead({
    title: COPY.head(session?.title ?? COPY.title),
    description: session?.courseTitle ?? COPY.title,
  });
  if (isStatus(error, 403) || isStatus(error, 404)) {
    return (
      <Container className="pt-10">
        <h1 className="sr-only">{COPY.title}</h1>
        <EmptyState level="h2" {...COPY.unknown}>
          <LinkButton to={paths.live()} look="secondary" size="small">
            {COPY.all}
          </LinkButton>
        </EmptyState>
      </Container>
    );
  }
  return (
    <>
      <div className="ink-band">
        <Container className="pt-4 pb-8 lg:pt-8 lg:pb-12">
          <Link
            to={paths.live()}
            className="mb-2 inline-flex min-h-11 items-center text-sm text-ink-muted hover:text-ink hover:underline"
          >
            {COPY.all}
          </Link>
          {!session && <h1 className="sr-only">{COPY.title}</h1>}
          <QueryStates query={query} failed={COPY.failed} loading={<LiveSkeleton />}>
            {(loaded) => <NextSession key={loaded.id} session={loaded} level="h1" />}
          </QueryStates>
        </Container>
      </div>
      {session?.html && (
        <Container className="pt-10">
          <section aria-labelledby="about" className="max-w-prose">
            <h2 id="about" className="mb-3 text-xl">
              {COPY.about}
            </h2>
            <SafeHtml html={session.html} />
          </section>
        </Container>
      )}
    </>
  );
}
