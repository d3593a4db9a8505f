// Points in time as people read them, in the visitor's own zone, which is named.
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** "3 March 2027 at 18:05 CET" */
export function dateAndTime(iso: string): string {
  return moment.format(new Date(iso));
}
