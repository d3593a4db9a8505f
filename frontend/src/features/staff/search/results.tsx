// What a search found. What belongs to no member leads nowhere and says why; an order without an account is refunded here.
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { classNames } from '@/lib/class-names';
import { paths } from '@/lib/paths';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

import { Refund } from '../mend/refund';
import { UserName } from '../user-name';
import type { Found } from './api';

const COPY = {
  label: 'Found',
  failed: 'The search did not work.',
  none: 'Nothing was found. Try a shorter part of the address or the name. A key is found by its first five signs, or whole.',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  most: 'The first 20 results. Search for more of the word to narrow them down.',
  kinds: { member: 'Member', key: 'Key', order: 'Order' },
  parts: { member: undefined, key: 'keys', order: 'orders' },
};
const MOST = 20;

function kindOf(kind: string): 'member' | 'key' | 'order' {
  return kind === 'key' || kind === 'order' ? kind : 'member';
}

function Row({ found }: { found: Found }) {
  const { title, detail, memberId } = found;
  const rowId = useId();
  const kind = kindOf(found.kind);
  const isLink = memberId !== null && memberId !== undefined;
  const content = (
    <>
      <span className="w-16 shrink-0 text-xs text-ink-muted sm:pt-0.5">{COPY.kinds[kind]}</span>
      <span className="min-w-0 flex-1">
        <span
          translate={kind === 'key' ? 'no' : undefined}
          className={classNames('block font-semibold break-words', isLink && 'text-accent')}
        >
          {kind === 'member' ? <UserName name={title} /> : <span>{title}</span>}
        </span>
        <span className="block text-sm break-words text-ink-muted figures">{detail}</span>
      </span>
    </>
  );
  const style = 'flex gap-x-3 py-3 max-sm:flex-col';
  return (
    <li className="border-b border-line">
      {isLink ? (
        <Link
          to={paths.staffMember(memberId, COPY.parts[kind])}
          className="-mx-2 flex items-center gap-4 px-2 hover:bg-surface-sunken"
        >
          <span className={classNames(style, 'min-w-0 flex-1')}>{content}</span>
          <ChevronRight aria-hidden size={20} className="shrink-0 text-accent" />
        </Link>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <div id={rowId} className={style}>
            {content}
          </div>
          {kind === 'order' && (
            <Refund
              reference={String(found.id)}
              of={rowId}
              offered
              refunded={found.refunded ?? 0}
            />
          )}
        </div>
      )}
    </li>
  );
}

export function Results({ query }: { query: UseQueryResult<Found[]> }) {
  return (
    <div className="mt-4">
      <QueryStates
        query={query}
        failed={COPY.failed}
        loading={
          <div className="grid gap-2" aria-busy>
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        }
      >
        {(rows) => (
          <>
            <p role="status" className="mb-2 text-sm text-ink-muted">
              {rows.length === 0 ? COPY.none : COPY.count(rows.length)}
            </p>
            {rows.length > 0 && (
              <ul aria-label={COPY.label} className="border-t border-line">
                {rows.map((found) => (
                  <Row key={`${found.kind} ${found.id}`} found={found} />
                ))}
              </ul>
            )}
            {rows.length >= MOST && <p className="mt-2 text-sm text-ink-muted">{COPY.most}</p>}
          </>
        )}
      </QueryStates>
    </div>
  );
}
