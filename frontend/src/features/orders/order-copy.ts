// The copy for each order status.
import { site } from '@/settings/own-site';

import type { OrderStatus } from './api';

/** In the list of orders, and beside the order's page. */
export const STATUS_COPY: Readonly<Record<OrderStatus, string>> = {
  open: 'Not paid yet',
  awaiting_money: 'Waiting for the money',
  paid: 'Paid',
  failed: 'Payment failed',
  expired: 'Not paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  flagged: 'Being checked',
};

interface Copy {
  readonly title: string;
  readonly text: string;
}

/** On the order's page. */
export const ORDER_COPY: Readonly<Record<OrderStatus, Copy>> = {
  open: {
    title: 'Payment received, preparing your access',
    text: 'This page turns by itself, usually within seconds. You can also close it: everything comes to you by mail as well.',
  },
  awaiting_money: {
    title: 'Your payment is on its way',
    text: 'A bank transfer takes up to a few working days. Your access opens when the money has arrived, and a mail tells you so. There is nothing left to do.',
  },
  paid: { title: 'Thank you. Your access is ready', text: '' },
  failed: {
    title: 'The payment did not go through',
    text: 'Nothing was charged. Try again, perhaps with another card: the price is still the same.',
  },
  expired: {
    title: 'This order was not paid',
    text: 'Its payment page is closed and nothing was charged. Order again whenever you like.',
  },
  refunded: {
    title: 'This order was refunded',
    text: 'The money goes back the way it came, and what the order had opened is closed. Courses that you bought otherwise stay open.',
  },
  disputed: {
    title: 'This payment is disputed',
    text: `Your bank has asked for the money back, so what the order had opened is closed. If that was a mistake, write to ${site.support.email}.`,
  },
  flagged: {
    title: 'We are checking this payment',
    text: `The amount that arrived is not the amount of the order, so a person looks at it. Write to ${site.support.email} with the order’s number if you hear nothing within a day.`,
  },
};

export const UNKNOWN_ORDER: Copy = {
  title: 'We do not know this order',
  text: `The address is not whole, or it was copied from another tab. Your key and your receipt are in your mail; if they are not, write to ${site.support.email}.`,
};

export const LATE: Copy = {
  title: 'This takes longer than usual',
  text: `Your payment provider has not told us about the payment yet. If you paid, nothing is lost: your access comes by mail as soon as it does. If you hear nothing within an hour, write to ${site.support.email} with the order’s number.`,
};
