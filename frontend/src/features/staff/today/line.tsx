// A row of today's lists, which leads to where it is mended.
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { classNames } from '@/lib/class-names';
import type { Elements } from '@/ui/elements';

import { detailStyle } from '../row';
import { UserName } from '../user-name';

const COPY = { noMember: 'Without an account' };

/** A member, as the title of a row. */
export function Who({ username }: { username: string | null | undefined }) {
  return username ? <UserName name={username} /> : <span>{COPY.noMember}</span>;
}

interface LineProps {
  /** Where it is mended; null: here. */
  to: string | null;
  title: Elements;
  detail: string;
  children?: (titleId: string) => Elements;
}

export function Line({ to, title, detail, children }: LineProps) {
  const titleId = useId();
  const content = (
    <>
      <span
        id={titleId}
        className={classNames('block font-semibold break-words', to !== null && 'text-accent')}
      >
        {title}
      </span>
      <span className={`block ${detailStyle}`}>{detail}</span>
    </>
  );
  return (
    <li className="border-b border-line">
      {to === null ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">{content}</div>
          {children?.(titleId)}
        </div>
      ) : (
        <Link to={to} className="-mx-2 flex items-center gap-4 px-2 py-3 hover:bg-surface-sunken">
          <span className="min-w-0 flex-1">{content}</span>
          <ChevronRight aria-hidden size={20} className="shrink-0 text-accent" />
        </Link>
      )}
    </li>
  );
}
