// What the forms of staff accept, said at the field before a passkey is asked for in vain.
import * as z from 'zod/mini';

import { termWords } from './term';

const NO_TERM = 'Write months, days or no end, such as 3m, 90d or lifetime';

/** The chosen option. */
const courseId = z.string().check(z.minLength(1, 'Choose a course'));
/** How long an access lasts. */
const access = z.string().check(
  z.trim(),
  z.minLength(1, 'How long is required'),
  z.refine((term) => term === '' || termWords(term) !== null, NO_TERM),
);
/** Of every action; as the server says it (domain/audit/src/reason.rs). */
export const reason = z.string().check(z.trim(), z.minLength(1, 'Reason is required'));

export const reasonSchema = z.object({ reason });

export const accessFields = { courseId, access, reason };
