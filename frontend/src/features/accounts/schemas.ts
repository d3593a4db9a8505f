// What the account forms accept, with the messages of the specification's section 5.
import * as z from 'zod/mini';

import { EMAIL_ADDRESS } from '@/lib/format/email-address';

import { passwordProblem } from './password-advice';

const username = z.string().check(z.trim(), z.minLength(1, 'Username is required'));
/** A new password; what an account has is never judged. */
const password = z.string().check((checked) => {
  const message = passwordProblem(checked.value);
  if (message !== null) checked.issues.push({ code: 'custom', message, input: checked.value });
});
const email = z.string().check(z.trim(), z.regex(EMAIL_ADDRESS, 'Invalid email address'));
const currentPassword = z.string().check(z.minLength(1, 'Current password is required'));

const code = z.string().check(z.trim(), z.minLength(1, 'Enter the code'));

export const loginSchema = z.object({
  username,
  password: z.string().check(z.minLength(1, 'Password is required')),
});

export const registrationSchema = z.object({
  username,
  email,
  password,
  purchaseCode: z.string().check(z.trim(), z.minLength(1, 'Purchase code is required')),
});

export const resetRequestSchema = z.object({
  email: z.string().check(z.trim(), z.regex(EMAIL_ADDRESS, 'Please enter a valid email address')),
});

export const resetPasswordSchema = z
  .object({ newPassword: password, confirmPassword: z.string() })
  .check(
    z.refine((form) => form.confirmPassword === form.newPassword, {
      path: ['confirmPassword'],
      error: "Passwords don't match",
      // Also while the new password is invalid: both messages are shown.
      when: () => true,
    }),
  );

export const accountSchema = z.object({ username, email, currentPassword });

export const passwordSchema = z.object({ currentPassword, newPassword: password });

export const codeSchema = z.object({ code });

/** A code only where the second factor is on. */
export const proofSchema = (withCode: boolean) =>
  z.object({ currentPassword, code: withCode ? code : z.string() });
