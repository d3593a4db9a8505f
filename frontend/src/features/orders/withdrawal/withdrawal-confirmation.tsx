// The second step of a withdrawal without an account, on the page that the mailed link opens.
import { useState, type ReactNode } from 'react';

import { dateAndTime } from '@/lib/format/dates';
import { Button } from '@/ui/button';
import { focusOnArrival } from '@/ui/focus';

import { CONFIRM, EFFECT, RECEIPT, REFUSED } from './withdrawal-copy';

const COPY = {
  title: 'Confirm that you withdraw',
  done: 'You have withdrawn from the contract',
  at: (time: string) => `We received your withdrawal on ${time}.`,
};

type State =
  | { readonly kind: 'asked' | 'sending' }
  | { readonly kind: 'done'; readonly withdrawnAt: string }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'failed'; readonly message: string };

interface WithdrawalConfirmationProps {
  token: string;
  /** The first step, for a link that does not work. */
  children: ReactNode;
}

export function WithdrawalConfirmation({ token, children }: WithdrawalConfirmationProps) {
  const [state, setState] = useState<State>({ kind: 'asked' });

  const confirm = async () => {
    setState({ kind: 'sending' });
    try {
      const { confirmWithdrawal } = await import('./api');
      const { withdrawnAt } = await confirmWithdrawal(token);
      setState({ kind: 'done', withdrawnAt });
    } catch (error) {
      const { ApiError, errorMessage } = await import('./api');
      const code = error instanceof ApiError ? error.code : '';
      setState(
        code in REFUSED
          ? { kind: 'refused', code }
          : { kind: 'failed', message: errorMessage(error) },
      );
    }
  };

  if (state.kind === 'done') {
    return (
      <section className="rounded-box border border-accent bg-accent-soft p-6">
        <h2 ref={focusOnArrival} tabIndex={-1} className="text-xl">
          {COPY.done}
        </h2>
        <p className="mt-2 figures">{COPY.at(dateAndTime(state.withdrawnAt))}</p>
        <p className="mt-2">{RECEIPT}</p>
      </section>
    );
  }
  if (state.kind === 'refused') {
    return (
      <>
        <section className="rounded-box border border-danger bg-danger-soft p-6">
          <h2 ref={focusOnArrival} tabIndex={-1} className="text-xl">
            {REFUSED[state.code]?.title}
          </h2>
          <p className="mt-2">{REFUSED[state.code]?.text}</p>
        </section>
        {state.code === 'withdrawal_token_invalid' && <div className="mt-10">{children}</div>}
      </>
    );
  }
  return (
    <section className="rounded-box border border-line bg-surface-raised p-6">
      <h2 className="text-xl">{COPY.title}</h2>
      <p className="mt-2">{EFFECT}</p>
      <Button className="mt-5" busy={state.kind === 'sending'} onClick={() => void confirm()}>
        {CONFIRM}
      </Button>
      <div aria-live="polite">
        {state.kind === 'failed' && (
          <p className="mt-4 rounded-box border border-danger bg-danger-soft p-4">
            {state.message}
          </p>
        )}
      </div>
    </section>
  );
}
