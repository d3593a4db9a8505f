// The next step after a paid order: the course for a member, an account for a visitor.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';

import { userQuery } from '@/features/accounts/api';
import { refreshAccess } from '@/features/courses/api';
import { orderQuery, ownOrdersQuery, type Order } from '@/features/orders/api';
import { OrderKeys } from '@/features/orders/order-keys';
import { RedeemButton } from '@/features/purchase-keys/redeem-button';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';

interface PaidOrderProps {
  order: Order;
  reference: string;
}

const COPY = {
  member: 'The course is open in your account. The receipt is on its way to your mail.',
  visitor:
    'Your purchase key opens it. Create your account now; the key waits in your mail as well.',
  redeem: 'Redeem the key, and the course is open in your account.',
  used: 'Your purchase key was sent to your mail. If you used it already, sign in and go on.',
  start: 'Start learning',
  create: 'Create your account',
};

const text = 'mt-4 max-w-prose text-ink-muted';

/** Fetches again what the payment changed. */
function useRefreshAfterPayment(courseId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ownOrdersQuery.queryKey });
    if (courseId !== null) void refreshAccess(client, courseId);
  }, [client, courseId]);
}

export function PaidOrder({ order, reference }: PaidOrderProps) {
  const client = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const [redeemed, setRedeemed] = useState<number | null>(null);
  const { purchaseKeys: keys } = order;
  const bought = order.courseId ?? null;
  useRefreshAfterPayment(bought);
  const open = bought ?? redeemed;
  const signedIn = user !== null && user !== undefined;

  const start = open !== null && (
    <LinkButton className="mt-8" to={paths.portalCourse(open)}>
      {COPY.start}
    </LinkButton>
  );
  if (keys.length === 0) {
    return (
      <>
        <p className={text}>{open === null ? COPY.used : COPY.member}</p>
        {start || (
          <LinkButton className="mt-8" to={signedIn ? paths.portal() : paths.auth()}>
            {signedIn ? 'Open the course portal' : 'Sign in'}
          </LinkButton>
        )}
      </>
    );
  }
  return (
    <>
      <p className={text}>{signedIn ? COPY.redeem : COPY.visitor}</p>
      {start}
      {!signedIn && (
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <LinkButton to={paths.auth({ key: keys[0] })}>{COPY.create}</LinkButton>
          <Link
            to={paths.auth()}
            state={{ returnTo: paths.checkoutComplete(reference) }}
            className="py-2 text-accent underline underline-offset-4"
          >
            I have an account
          </Link>
        </div>
      )}
      <OrderKeys title={order.title} keys={keys}>
        {(key) =>
          signedIn && (
            <RedeemButton
              purchaseKey={key}
              onRedeemed={({ id }) => {
                setRedeemed(id);
                void client.invalidateQueries({ queryKey: orderQuery(reference).queryKey });
              }}
            />
          )
        }
      </OrderKeys>
    </>
  );
}
