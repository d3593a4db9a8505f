// A member, as staff see and help them.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { failureOf } from '@/features/staff/failure';
import { memberQuery } from '@/features/staff/member/api';
import { Letter } from '@/features/staff/member/letter';
import { LetterSkeleton } from '@/features/staff/member/letter-skeleton';
import { isStatus } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { ErrorPanel } from '@/ui/error-panel';
import { LinkButton } from '@/ui/link-button';

const COPY = {
  title: 'A member',
  missing: 'There is no such member',
  missingText: 'The account may have been deleted: the search says when.',
  search: 'Back to the search',
  failed: 'The member could not be loaded.',
};

/** A member's number in an address; NaN for anything else. */
function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function Missing() {
  return (
    <div className="pt-12">
      <h1 className="text-2xl">{COPY.missing}</h1>
      <p className="mt-3 mb-8 text-ink-muted">{COPY.missingText}</p>
      <LinkButton to={paths.staff()}>{COPY.search}</LinkButton>
    </div>
  );
}

function MemberOf({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(memberQuery(id));
  if (data !== undefined) return <Letter key={id} member={data} />;
  if (error === null) return <LetterSkeleton />;
  if (isStatus(error, 404)) return <Missing />;
  return (
    <div className="max-w-prose pt-12">
      <h1 className="sr-only">{COPY.title}</h1>
      <ErrorPanel
        title={COPY.failed}
        detail={failureOf(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    </div>
  );
}

export function Page() {
  const id = numberOf(useParams().id);
  return <Container>{Number.isNaN(id) ? <Missing /> : <MemberOf id={id} />}</Container>;
}
