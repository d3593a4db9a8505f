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

/** What the server wants with a VAT number, each with its shortest length. */
const BUSINESS = [
  ['company', 1, 'Please enter the name of your company.'],
  ['billingAddress', 5, 'Please enter your billing address.'],
  ['city', 2, 'Please enter your city.'],
  ['zipCode', 3, 'Please enter a valid zip code.'],
] as const;

export const FEWEST = 1;
export const MOST = 20;

/** What is typed, while it is typed too. */
export const isQuantity = (text: string) =>
  /^\d+$/.test(text) && Number(text) >= FEWEST && Number(text) <= MOST;

const optional = z.string().check(z.trim());

/** The payment provider's own page asks for the rest. `country`: whether the site asks for it, and with a VAT number for the address. */
export function hostedCheckoutSchema(country: 'required' | 'optional' | undefined) {
  const form = z.object({
    ...buyer,
    country: country === 'required' ? atLeast(2, 'Please enter your country.') : optional,
    vatNumber: optional,
    company: optional,
    billingAddress: optional,
    city: optional,
    zipCode: optional,
    quantity: z
      .string()
      .check(
        z.trim(),
        z.refine(isQuantity, `Please choose a whole number from ${FEWEST} to ${MOST}.`),
      ),
    coupon: optional,
  });
  if (country === undefined) return form;
  return form.check(
    ...BUSINESS.map(([name, length, error]) =>
      z.refine<z.output<typeof form>>(
        (values) => values.vatNumber === '' || values[name].length >= length,
        // Said together with what is wrong elsewhere.
        { path: [name], error, when: () => true },
      ),
    ),
  );
}

export type HostedCheckoutFields = z.input<ReturnType<typeof hostedCheckoutSchema>>;
export type HostedCheckout = z.output<ReturnType<typeof hostedCheckoutSchema>>;
