// What the contact form accepts, with the messages of the specification's section 5, character for character.
import * as z from 'zod/mini';

import { EMAIL_ADDRESS } from '@/lib/format/email-address';

const atLeast = (length: number, message: string) =>
  z.string().check(z.trim(), z.minLength(length, message));

export const contactSchema = z.object({
  name: atLeast(1, 'Name is required'),
  email: z.string().check(z.trim(), z.regex(EMAIL_ADDRESS, 'Invalid email address')),
  subject: atLeast(1, 'Subject is required'),
  message: atLeast(10, 'Message must be at least 10 characters long'),
});

export type ContactMessage = z.infer<typeof contactSchema>;
