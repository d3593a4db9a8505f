// The words of a withdrawal. The labels of its two steps are the law's own (Directive 2011/83/EU, article 11a).
import { site } from '@/settings/own-site';

export const WITHDRAW = 'Withdraw from contract here';
export const CONFIRM = 'Confirm withdrawal';

export const EFFECT =
  'The whole price goes back the way you paid, and the access that the order opened ends at once, also for those to whom you passed on its keys.';

export const RECEIPT = 'A receipt with this date and time is on its way to you by mail.';

const WRITE = `write to ${site.support.email}`;

/** What the page says when the server refuses, by the answer's code. */
export const REFUSED: Readonly<Record<string, { title: string; text: string }>> = {
  withdrawal_token_invalid: {
    title: 'This link does not work',
    text: 'It is not whole, or too old. Open it from your mail again, or ask for a new one below.',
  },
  withdrawal_over: {
    title: 'The time to withdraw is over',
    text: `The period for this order has ended. If you think that it has not, ${WRITE}.`,
  },
  already_refunded: {
    title: 'This order was refunded already',
    text: `Its money went back before, so there is nothing left to withdraw from. Questions? Please ${WRITE}.`,
  },
};
