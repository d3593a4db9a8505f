// /checkout/complete, the page after the payment page: the order's status and the next step. The provider's payment
// event may arrive later than the buyer; the page polls until then.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';

import { isWaiting, orderQuery, type Order } from '@/features/orders/api';
import { LATE, ORDER_COPY, UNKNOWN_ORDER } from '@/features/orders/order-copy';
import { OrderPanel } from '@/features/orders/order-panel';
import { pollingDelay } from '@/features/orders/polling';
import { errorMessage, isStatus } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { Container } from '@/ui/container';
import type { Elements } from '@/ui/elements';
import { ErrorPanel } from '@/ui/error-panel';
import { LinkButton } from '@/ui/link-button';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import { PaidOrder } from './paid-order';

interface OutcomeProps {
  title: string;
  text: string;
  children?: Elements;
}

function Outcome({ title, text, children }: OutcomeProps) {
  return (
    <div>
      <div role="status">
        <h1 className="text-2xl">{title}</h1>
        {text !== '' && <p className="mt-4 max-w-prose text-ink-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}

/** The next step after an order that opened no course. */
function NextStep({ order }: { order: Order }) {
  const { status, courseId } = order;
  const again = status === 'failed' || status === 'expired';
  if (!again) {
    return (
      <LinkButton look="secondary" className="mt-8" to={paths.contact()}>
        Contact us
      </LinkButton>
    );
  }
  return courseId === undefined || courseId === null ? (
    <LinkButton className="mt-8" to={paths.pricing()}>
      See the plans
    </LinkButton>
  ) : (
    <LinkButton className="mt-8" to={paths.course(courseId)}>
      Back to the course
    </LinkButton>
  );
}

interface KnownOrderProps {
  order: Order;
  reference: string;
  loading: boolean;
  onRefresh: () => void;
}

function KnownOrder({ order, reference, loading, onRefresh }: KnownOrderProps) {
  const client = useQueryClient();
  const queryState = client.getQueryState(orderQuery(reference).queryKey);
  const late =
    order.status === 'open' &&
    queryState !== undefined &&
    pollingDelay(queryState.dataUpdateCount + queryState.errorUpdateCount) === null;

  if (order.status === 'paid') {
    return (
      <Outcome {...ORDER_COPY.paid}>
        <PaidOrder order={order} reference={reference} />
      </Outcome>
    );
  }
  if (late) {
    return (
      <Outcome {...LATE}>
        <Button look="secondary" className="mt-8" busy={loading} onClick={onRefresh}>
          Look again
        </Button>
      </Outcome>
    );
  }
  return (
    <Outcome {...ORDER_COPY[order.status]}>
      {order.status === 'open' && (
        <Spinner
          label="Waiting for the payment provider…"
          showLabel
          className="mt-8 justify-start"
        />
      )}
      {!isWaiting(order.status) && <NextStep order={order} />}
    </Outcome>
  );
}

/** The reference that the payment page led back with; '' without one. */
function referenceInAddress({ search }: Location): string {
  return new URLSearchParams(search).get('order') ?? '';
}

/** The reference in the state of the history's entry, which a reload keeps and no address shows. */
function referenceInState({ state }: Location<unknown>): string {
  if (typeof state !== 'object' || state === null || !('order' in state)) return '';
  return typeof state.order === 'string' ? state.order : '';
}

export function Page() {
  const location = useLocation();
  const navigate = useNavigate();
  // Its signature shows fresh purchase keys: it leaves the address, the history and the address bar at once.
  const given = referenceInAddress(location);
  const reference = given === '' ? referenceInState(location) : given;
  const order = useQuery({ ...orderQuery(reference), enabled: reference !== '' });

  useEffect(() => {
    if (given === '') return;
    void navigate(paths.checkoutComplete(), { replace: true, state: { order: given } });
  }, [given, navigate]);

  return (
    <Container className="grid min-h-[80vh] content-start gap-10 py-12 lg:grid-cols-[7fr_5fr] lg:gap-16 lg:py-20">
      {order.data !== undefined && (
        <>
          <KnownOrder
            order={order.data}
            reference={reference}
            loading={order.isFetching}
            onRefresh={() => void order.refetch()}
          />
          <OrderPanel order={order.data} reference={reference} />
        </>
      )}
      {order.data === undefined && (reference === '' || isStatus(order.error, 404)) && (
        <Outcome {...UNKNOWN_ORDER}>
          <LinkButton look="secondary" className="mt-8" to={paths.contact()}>
            Contact us
          </LinkButton>
        </Outcome>
      )}
      {order.data === undefined && order.error !== null && !isStatus(order.error, 404) && (
        <div>
          <h1 className="mb-6 text-2xl">Your order</h1>
          <ErrorPanel
            title="We could not ask what became of your order. If you paid, nothing is lost."
            detail={errorMessage(order.error)}
            onRetry={() => void order.refetch()}
            busy={order.isFetching}
          />
        </div>
      )}
      {order.data === undefined && order.isPending && reference !== '' && order.error === null && (
        <>
          <div>
            <h1 className="sr-only">Your order</h1>
            <Spinner label="Looking up your order…" className="justify-start" />
            <Skeleton className="mt-4 h-24" />
          </div>
          <Skeleton className="h-64" />
        </>
      )}
    </Container>
  );
}
