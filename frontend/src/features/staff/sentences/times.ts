// The times in the server's sentences, written as everywhere else in the portal.
import { dateAndTime } from '@/lib/format/dates';

/** `2027-03-03 12:00 UTC` (domain/courses/src/access/why.rs). */
const TIME = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g;

export function withOwnTimes(sentence: string): string {
  return sentence.replaceAll(TIME, (_, day: string, time: string) =>
    dateAndTime(`${day}T${time}:00Z`),
  );
}
