// What the withdrawal form of a buyer without an account accepts.
import * as z from 'zod/mini';

import { EMAIL_ADDRESS } from '@/lib/format/email-address';

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const withdrawalSchema = z.object({
  name: required('Name is required'),
  email: z.string().check(z.trim(), z.regex(EMAIL_ADDRESS, 'Invalid email address')),
  reference: required('Order reference is required'),
});

export type WithdrawalRequest = z.infer<typeof withdrawalSchema>;
