// What the account forms accept, with the messages of the specification's section 5.
import * as z from 'zod/mini';

const username = z.string().check(z.trim(), z.minLength(1, 'Username is required'));
const password = z.string().check(z.minLength(8, 'Password must be at least 8 characters'));
const email = z.string().check(z.trim(), z.email('Invalid email address'));
const currentPassword = z.string().check(z.minLength(1, 'Current password is required'));

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
  email: z.string().check(z.trim(), z.email('Please enter a valid email address')),
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
