// The dump of another site with the demo's courses: people who do not exist, with the hashes that Node.js makes.
import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { COURSES } from './members.mjs';

export const OLD_KEY = 'Gold-2024 ab12';

/** A hash as a site on Node.js stores it. */
function scrypt(password) {
  const salt = randomBytes(16).toString('hex');
  return `${scryptSync(password, salt, 64).toString('hex')}.${salt}`;
}

const csv = (heads, ...rows) => [heads, ...rows].map((row) => `${row.join(',')}\n`).join('');

/**
 * Writes the tables: one member with a password, who stopped at a second of the first lesson of Futures Foundations, and whose access to
 * Forex Sessions has ended; and an unused key of the latter.
 */
export async function writeOldSite({ username, password, seconds, lesson }) {
  const folder = await mkdtemp(join(tmpdir(), 'old-site-'));
  const write = (name, ...rows) => writeFile(join(folder, `${name}.csv`), csv(...rows));
  await write(
    'users',
    ['id', 'username', 'email', 'password'],
    [7, username, `${username}@example.com`, scrypt(password)],
  );
  await write(
    'courses',
    ['id', 'slug', 'title'],
    [1, COURSES.futures, 'Another title'],
    [2, '', 'FOREX sessions'],
  );
  await write('course_models', ['id', 'courseId', 'order'], [10, 1, 1]);
  await write('videos', ['id', 'modelId', 'title', 'order'], [100, 10, lesson, 1]);
  await write(
    'user_course_access',
    ['userId', 'courseId', 'purchasedAt', 'expiresAt'],
    [7, 1, '2026-01-01 10:00:00', '\\N'],
    [7, 2, '2025-01-01 10:00:00', '2026-01-01 10:00:00'],
  );
  await write(
    'video_progress',
    ['userId', 'videoId', 'watchedSeconds', 'completed', 'lastWatched'],
    [7, 100, seconds, 'false', '2026-02-01 10:00:00'],
  );
  await write('purchase_codes', ['code', 'used', 'courseId'], [OLD_KEY, 'f', 2]);
  return folder;
}
