// Gives an order's payment back, whole or in part. An owner alone may; the others are told so.
import * as z from 'zod/mini';

import type { Schemas } from '@/lib/api-client';
import { plainMoney } from '@/lib/format/money';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';

import { Action } from '../action/action';
import { reason } from '../action/schemas';
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

/** An amount, or nothing for what is left of the payment. */
const refundSchema = (left: number | undefined, leftWords: string) =>
  z.object({
    amount: z.string().check(
      z.trim(),
      z.refine(
        (text) => text === '' || (centsOf(text) ?? Infinity) <= (left ?? Number.MAX_VALUE),
        COPY.wrongAmount(left === undefined ? null : leftWords),
      ),
    ),
    endAccess: z.boolean(),
    reason,
  });

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
  const left = order && order.total - refunded;
  const leftWords = order && left !== undefined ? plainMoney(left, order.currency) : COPY.whole;
  const form = useForm({
    schema: refundSchema(left, leftWords),
    defaultValues: { amount: '', endAccess: true, reason: '' },
  });
  const { register, formState } = form;
  const [amount, closes] = form.watch(['amount', 'endAccess']);
  const cents = centsOf(amount);
  const sum =
    cents === null || !order ? amount.trim() || leftWords : plainMoney(cents, order.currency);

  if (role !== 'owner') {
    return offered ? <p className="text-sm text-ink-muted">{COPY.ownerOnly}</p> : null;
  }
  return (
    <Action
      form={form}
      label={COPY.label}
      look="danger"
      of={of}
      offered={offered}
      before={COPY.before(sum, closes) + COPY.passkey}
      act={async ({ amount: part, ...rest }) => {
        const after = await refundOrder(reference, {
          ...rest,
          refunded,
          ...(part === '' ? {} : { amount: centsOf(part) }),
        });
        // By the sum that was sent: the page may show the next one by now.
        return { after, went: after.refunded - refunded };
      }}
      after={({ after, went }, { endAccess }) => outcome(after, went, endAccess)}
    >
      <Field
        label={COPY.amount}
        hint={COPY.amountHint(leftWords)}
        error={formState.errors.amount?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('amount')}
            inputMode="decimal"
            autoComplete="off"
            className="max-w-48 figures"
          />
        )}
      </Field>
      <Checkbox
        {...register('endAccess')}
        label={COPY.close}
        error={formState.errors.endAccess?.message}
      />
    </Action>
  );
}
