// Live sessions for tests, planned by the command.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { COURSES } from '../harness/members.mjs';

export const JOIN = 'https://meet.example/room-7';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** The wall time of UTC, so many whole minutes from the minute that has begun. */
export function wallIn(minutes) {
  const begun = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return new Date(begun + minutes * MINUTE_MS).toISOString().slice(0, 16);
}

/** Plans a session, or a series, at a wall time or so many minutes from now; answers the number of the first. */
export async function planLive(staff, options) {
  const { course = COURSES.futures, minutes = 3 * DAY_MINUTES, title, text, weekly } = options;
  const { start = wallIn(minutes), zone = 'UTC' } = options;
  const words = ['live', 'add', course, '--title', title, '--minutes', '90', '--join', JOIN];
  words.push('--start', start.replace('T', ' '), '--zone', zone);
  if (weekly !== undefined) words.push('--weekly', String(weekly));
  if (text === undefined) return (await staff(...words)).split('\n')[0];
  const folder = await mkdtemp(join(tmpdir(), 'portal-live-'));
  const file = join(folder, 'text.md');
  await writeFile(file, text);
  const printed = await staff(...words, '--text', file);
  await rm(folder, { recursive: true });
  return printed.split('\n')[0];
}

/** A session that opens within a minute; late in a minute it is the one after. */
export function planSoon(staff, options) {
  const second = (Date.now() / 1_000) % 60;
  return planLive(staff, { ...options, minutes: second < 40 ? 16 : 17 });
}
