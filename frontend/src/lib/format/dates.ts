// Points in time as text, in the visitor's time zone, with its name.

/** "3 March 2027 at 18:05 CET" */
export function dateAndTime(iso: string): string {
  // Not made at load: the server’s renderer, which loads this with a prerendered page, has no `Intl`.
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return format.format(new Date(iso));
}

/** "3 Mar 2027" */
export function shortDay(iso: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return format.format(new Date(iso));
}
