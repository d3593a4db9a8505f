// A member's withdrawal from the contract of an order, in two steps.
import { useId, useState } from 'react';

import { ApiError, errorMessage, type Schemas } from '@/lib/api-client';
import { dateAndTime } from '@/lib/format/dates';
import { Button } from '@/ui/button';
import { focusOnArrival } from '@/ui/focus';
import { toast } from '@/ui/toast/toast';

import { useWithdraw } from './use-withdraw';
import { CONFIRM, EFFECT, RECEIPT, REFUSED, WITHDRAW } from './withdrawal-copy';

const COPY = {
  keep: 'Keep the order',
  question: (title: string) => `Withdraw from the contract for ${title}?`,
  until: (time: string) => `You can withdraw until ${time}.`,
  done: 'You have withdrawn from the contract',
};

function refusal(error: Error): string {
  return (error instanceof ApiError && REFUSED[error.code]?.text) || errorMessage(error);
}

export function WithdrawOrder({ order, titleId }: { order: Schemas['OwnOrder']; titleId: string }) {
  const [asked, setAsked] = useState(false);
  const questionId = useId();
  const withdraw = useWithdraw();

  if (!asked) {
    return (
      <Button
        look="secondary"
        size="small"
        aria-describedby={titleId}
        onClick={() => setAsked(true)}
      >
        {WITHDRAW}
      </Button>
    );
  }
  return (
    <div
      ref={focusOnArrival}
      role="group"
      aria-labelledby={questionId}
      tabIndex={-1}
      className="w-full rounded-box border border-line bg-surface-sunken p-4 text-sm"
    >
      <p id={questionId} className="font-semibold">
        {COPY.question(order.title)}
      </p>
      <p className="mt-1">{EFFECT}</p>
      {order.withdrawUntil !== undefined && order.withdrawUntil !== null && (
        <p className="mt-1 text-ink-muted figures">
          {COPY.until(dateAndTime(order.withdrawUntil))}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="small"
          busy={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(order.reference, {
              onSuccess: () => toast({ title: COPY.done, description: RECEIPT }),
            })
          }
        >
          {CONFIRM}
        </Button>
        <Button look="secondary" size="small" onClick={() => setAsked(false)}>
          {COPY.keep}
        </Button>
      </div>
      <div role="alert">
        {withdraw.error !== null && <p className="mt-3 text-danger">{refusal(withdraw.error)}</p>}
      </div>
    </div>
  );
}
