// Gives an order's payment back, whole or in part. An owner alone may; the others are told so.
import { useState } from 'react';

import type { Schemas } from '@/lib/api-client';
import { plainMoney } from '@/lib/format/money';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import { Action } from '../action/action';
import { checkAll, FieldProblems, reasonOf, textOf } from '../action/fields';
import { useStaff } from '../session/staff-context';
import { centsOf } from './amount';
import { refundOrder } from './api';

const COPY = {
  label: 'Refund',
  ownerOnly: 'Only an owner may refund.',
  amount: 'Amount',
  amountHint: (left: string) => `Left empty: ${left}.`,
  whole: 'what is left of the payment',
  payment: 'The payment',
  wrongAmount: (left: string | null) =>
    left === null
      ? 'Write an amount such as 49.50'
      : `Write an amount such as 49.50, at most ${left}`,
  close: 'Close the course now',
  before: (sum: string, closes: boolean) =>
    closes
      ? `Refunds ${sum} to the card and closes the course now.`
      : `Refunds ${sum} to the card; the course stays open.`,
  passkey: ' Your passkey may be asked for once more.',
  after: (sum: string, closes: boolean) =>
    closes
      ? `${sum} went back, and the course is closed.`
      : `${sum} went back; the course stays open.`,
  pending: (sum: string, closes: boolean) =>
    `${sum} goes back; the provider has not confirmed it yet. ${
      closes ? 'The course is closed.' : 'The course stays open.'
    }`,
  failed: (closes: boolean) =>
    `The payment provider refused the refund. It is owed, and today’s list says why. ${
      closes ? 'The course is closed.' : 'The course stays open.'
    }`,
};

/** What became of a refund: the provider may take it later, or refuse it. */
function outcome(after: Schemas['MemberOrder'], went: number, closes: boolean): string {
  if (after.refund === 'failed') return COPY.failed(closes);
  const sum = went > 0 ? plainMoney(went, after.currency) : COPY.payment;
  return after.refund === 'pending' ? COPY.pending(sum, closes) : COPY.after(sum, closes);
}

/** Cents; null for what is left of the payment. */
function amountOf(form: FormData, left: number | undefined, leftWords: string): number | null {
  const given = textOf(form, 'amount');
  if (given === '') return null;
  const cents = centsOf(given);
  if (cents !== null && cents <= (left ?? Infinity)) return cents;
  throw new FieldProblems({ amount: COPY.wrongAmount(left === undefined ? null : leftWords) });
}

interface RefundProps {
  reference: string;
  /** The id of what names the order. */
  of: string;
  offered: boolean;
  /** What is known of the order. */
  order?: { total: number; currency: string };
  /** Cents that were given back, as the page shows them. */
  refunded: number;
}

export function Refund({ reference, of, offered, order, refunded }: RefundProps) {
  const { role } = useStaff();
  const [amount, setAmount] = useState('');
  const [closes, setCloses] = useState(true);
  const left = order && order.total - refunded;
  const leftWords = order && left !== undefined ? plainMoney(left, order.currency) : COPY.whole;
  const cents = centsOf(amount);
  const sum =
    cents === null || !order ? amount.trim() || leftWords : plainMoney(cents, order.currency);

  if (role !== 'owner') {
    return offered ? <p className="text-sm text-ink-muted">{COPY.ownerOnly}</p> : null;
  }
  return (
    <Action
      label={COPY.label}
      look="danger"
      of={of}
      offered={offered}
      before={COPY.before(sum, closes) + COPY.passkey}
      act={async (form) => {
        const partOf = (given: FormData) => amountOf(given, left, leftWords);
        checkAll(form, partOf, reasonOf);
        const part = partOf(form);
        const endAccess = form.has('endAccess');
        const body = {
          endAccess,
          refunded,
          reason: reasonOf(form),
          ...(part === null ? {} : { amount: part }),
        };
        const after = await refundOrder(reference, body);
        return { endAccess, cents: after.refunded - refunded, after };
      }}
      after={({ endAccess, cents: went, after }) => outcome(after, went, endAccess)}
    >
      {(errors) => (
        <>
          <Field label={COPY.amount} hint={COPY.amountHint(leftWords)} error={errors.amount}>
            {(control) => (
              <TextInput
                {...control}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                className="max-w-48 figures"
                value={amount}
                onChange={(event) => setAmount(event.currentTarget.value)}
              />
            )}
          </Field>
          <Checkbox
            name="endAccess"
            label={COPY.close}
            checked={closes}
            onChange={(event) => setCloses(event.currentTarget.checked)}
            error={errors.endAccess}
          />
        </>
      )}
    </Action>
  );
}
