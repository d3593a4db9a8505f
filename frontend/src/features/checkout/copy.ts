// The checkout's literal copy (specification, sections 2, 4 and 8).
export const CHECKOUT = {
  heading: 'Complete Your Purchase',
  payment: 'Payment Information',
  summary: 'Order Summary',
  submit: 'Complete Purchase',
  hostedSubmit: 'Continue to payment',
  freeSubmit: 'Complete the order',
  busy: 'Processing...',
} as const;

export const PAID = {
  title: 'Payment Successful!',
  description: 'Your order has been processed. Check your email for details.',
} as const;

export const NOT_PAID = {
  title: 'Payment Failed',
  description: 'There was an error processing your payment. Please try again.',
  destructive: true,
} as const;

/** Stays under the button while the provider cannot be reached; the toast disappears. */
export const UNAVAILABLE = {
  text: 'Payments cannot be taken at this moment, and nothing was charged. What you typed stays here: try again in a few minutes, or write to',
} as const;

export const METHODS = [
  { value: 'card', label: 'Card' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'bank', label: 'Bank transfer' },
] as const;
