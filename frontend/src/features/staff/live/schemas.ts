// What the forms of a live session accept, as the server says it (domain/live), and what they send.
import * as z from 'zod/mini';

import { ApiError } from '@/lib/api-client';
import { isKnownZone } from '@/lib/format/dates-in-zones';

import { showFailure } from '../failure';

const COPY = {
  course: 'Choose a course',
  title: 'Title is required',
  start: 'Choose a day and a time',
  zone: 'Write a time zone such as Europe/Brussels',
  minutes: 'Between 5 and 720 minutes',
  place: 'Write an https address, or the number of a Discord channel',
  weeks: 'Between 1 and 26 weeks',
};

/** Of a series. */
export const MOST_WEEKS = 26;

const whole = (least: number, most: number, message: string) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d+$/.test(text) && least <= Number(text) && Number(text) <= most,
      message,
    ),
  );

const isChannel = (place: string) => /^\d+$/.test(place);

const isAddress = (place: string) => URL.canParse(place) && new URL(place).protocol === 'https:';

const sessionFields = {
  title: z.string().check(z.trim(), z.minLength(1, COPY.title)),
  start: z.string().check(z.minLength(1, COPY.start)),
  zone: z.string().check(z.trim(), z.refine(isKnownZone, COPY.zone)),
  minutes: whole(5, 720, COPY.minutes),
  /** An address, or a channel's number: a phone has room for one field. */
  place: z.string().check(
    z.trim(),
    z.refine((place) => isChannel(place) || isAddress(place), COPY.place),
  ),
};

export const planSchema = z.object({
  ...sessionFields,
  text: z.string(),
  courseId: z.string().check(z.minLength(1, COPY.course)),
  weeks: whole(1, MOST_WEEKS, COPY.weeks),
});

export const changeSchema = z.object(sessionFields);

/** Where it is held, as the calls have it. */
export const placeOf = (place: string): { channel: string } | { join: string } =>
  isChannel(place) ? { channel: place } : { join: place };

const FIELD_OF: Readonly<Record<string, string>> = {
  join: 'place',
  channel: 'place',
  weekly: 'weeks',
};

type SessionForm = Parameters<typeof showFailure>[0];

/** Shows what the server says of its fields at the fields of the form. */
export function showSessionFailure(form: SessionForm, error: unknown): void {
  if (error instanceof ApiError) {
    const named = Object.entries(error.fields).map(([name, message]) => [
      FIELD_OF[name] ?? name,
      message,
    ]);
    if (form.showFieldErrors(Object.fromEntries(named))) return;
  }
  showFailure(form, error);
}
