// For a member without a course: the field for a key, and the courses with their prices.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { catalogueQuery } from '@/features/courses/api';
import { formatPrice } from '@/features/courses/locked/price';
import { RedeemForm } from '@/features/purchase-keys/redeem-form';
import { paths } from '@/lib/paths';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

const COPY = {
  key: 'You have a key?',
  keyText: 'It is in the mail that confirms your order, and on the order’s page.',
  courses: 'You have none yet?',
  plans: 'See the plans',
  failed: 'The courses could not be loaded.',
};

export function FirstCourse() {
  const courses = useQuery(catalogueQuery);
  return (
    <div className="mt-8 grid gap-x-12 gap-y-8 border-t border-line pt-8 md:grid-cols-2">
      <div>
        <p className="font-semibold">{COPY.key}</p>
        <p className="mt-1 mb-4 text-sm text-ink-muted">{COPY.keyText}</p>
        <RedeemForm />
      </div>
      <div>
        <p className="font-semibold">{COPY.courses}</p>
        <QueryStates query={courses} failed={COPY.failed} loading={<Skeleton className="h-32" />}>
          {(listed) => (
            <ul className="mt-3 divide-y divide-line border-y border-line">
              {listed.map(({ id, title, price, language }) => (
                <li key={id} className="flex items-center justify-between gap-4">
                  <Link
                    to={paths.course(id)}
                    lang={language}
                    dir="auto"
                    className="inline-flex min-h-11 items-center font-semibold hover:underline"
                  >
                    {title}
                  </Link>
                  <span translate="no" className="figures">
                    {formatPrice(price)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
        <Link
          to={paths.pricing()}
          className="mt-3 inline-flex min-h-8 items-center text-accent underline underline-offset-4"
        >
          {COPY.plans}
        </Link>
      </div>
    </div>
  );
}
