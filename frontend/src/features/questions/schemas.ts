// What a question and its report may be, with the server's messages.
import * as z from 'zod/mini';

/** In characters, after trimming (contract). */
const SHORTEST = 10;
const LONGEST = 1_000;

/** As the server counts: an emoji of two UTF-16 units is one character. */
const length = (text: string) => [...text.trim()].length;

export const askSchema = z.object({
  text: z.string().check(
    z.refine((text) => length(text) >= SHORTEST, `Please write at least ${SHORTEST} characters`),
    z.refine(
      (text) => length(text) <= LONGEST,
      `Please write at most ${LONGEST.toLocaleString('en')} characters`,
    ),
  ),
  private: z.boolean(),
});

export type AskValues = z.infer<typeof askSchema>;

/** In characters, after trimming (domain/audit/src/reason.rs). */
const LONGEST_REASON = 500;

export const reportSchema = z.object({
  reason: z.string().check(
    z.trim(),
    z.minLength(1, 'Reason is required'),
    z.refine(
      (text) => length(text) <= LONGEST_REASON,
      `Reason must be at most ${LONGEST_REASON} characters`,
    ),
  ),
});

export type ReportValues = z.infer<typeof reportSchema>;

export function isLongEnough(text: string): boolean {
  return length(text) >= SHORTEST;
}
