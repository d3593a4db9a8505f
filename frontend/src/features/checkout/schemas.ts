// What the checkout forms accept, with the messages of the specification's section 5, character for character.
import * as z from 'zod/mini';

import { EMAIL_ADDRESS } from '@/lib/format/email-address';

const atLeast = (length: number, message: string) =>
  z.string().check(z.trim(), z.minLength(length, message));

export const PAYMENT_METHODS = ['card', 'paypal', 'bank'] as const;

const buyer = {
  firstName: atLeast(2, 'First name must be at least 2 characters.'),
  lastName: atLeast(2, 'Last name must be at least 2 characters.'),
  email: z.string().check(z.trim(), z.regex(EMAIL_ADDRESS, 'Please enter a valid email address.')),
  agreeTerms: z.literal(true, 'You must agree to the terms and conditions.'),
};

const CARD_NUMBER = 'Please enter a valid card number.';
const CVV = 'Please enter a valid CVV code.';

/** The form as specified. The card fields are checked for every payment method. */
export const simulatedCheckoutSchema = z.object({
  ...buyer,
  phone: z.string().check(z.trim()),
  paymentMethod: z.enum(PAYMENT_METHODS, 'Please select a payment method.'),
  // The grouping spaces count as characters of the field.
  cardNumber: z.string().check(z.minLength(16, CARD_NUMBER), z.maxLength(19, CARD_NUMBER)),
  expiryDate: z.string().check(z.length(5, 'Please enter a valid expiry date (MM/YY).')),
  cvv: z.string().check(z.minLength(3, CVV), z.maxLength(4, CVV)),
  billingAddress: atLeast(5, 'Please enter your billing address.'),
  city: atLeast(2, 'Please enter your city.'),
  zipCode: atLeast(3, 'Please enter a valid zip code.'),
  country: atLeast(2, 'Please enter your country.'),
});

export type SimulatedCheckoutFields = z.input<typeof simulatedCheckoutSchema>;

/** The payment provider's own page asks for the rest. */
export const hostedCheckoutSchema = z.object({
  ...buyer,
  vatNumber: z.string().check(z.trim()),
  coupon: z.string().check(z.trim()),
});
