// Reading the fields of a form, and what is wrong with them before anything is sent.
import { termWords } from './term';

/** Field name to message. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a form is refused for before it is sent. */
export class FieldProblems extends Error {
  override readonly name = 'FieldProblems';
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    super('Some fields need another look.');
    this.fields = fields;
  }
}

/** A field's text without surrounding blanks; empty when the form has no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

const NO_COURSE = 'Choose a course';
const NO_TERM = 'Write months, days or no end, such as 3m, 90d or lifetime';

/** The number of the chosen course. */
export function courseOf(form: FormData): number {
  const course = textOf(form, 'course');
  if (course === '') throw new FieldProblems({ courseId: NO_COURSE });
  return Number(course);
}

/** How long an access is given for. */
export function termOf(form: FormData): string {
  const term = textOf(form, 'access');
  if (termWords(term) === null) throw new FieldProblems({ access: NO_TERM });
  return term;
}

/** As the server says it (domain/audit/src/reason.rs); said here before a passkey is asked for in vain. */
const NO_REASON = 'Reason is required';

export function reasonOf(form: FormData): string {
  const reason = textOf(form, 'reason');
  if (reason === '') throw new FieldProblems({ reason: NO_REASON });
  return reason;
}

/** Says of all these fields at once what is wrong with them. */
export function checkAll(form: FormData, ...reads: readonly ((form: FormData) => unknown)[]): void {
  let problems: FieldErrors = {};
  for (const read of reads) {
    try {
      read(form);
    } catch (error) {
      if (!(error instanceof FieldProblems)) throw error;
      problems = { ...problems, ...error.fields };
    }
  }
  if (Object.keys(problems).length > 0) throw new FieldProblems(problems);
}
