// A packaged course of two lessons: a short one, which begins with its file, and one over two minutes, which begins with HLS.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { courseIds } from '../members.mjs';

const run = promisify(execFile);
const SHORT = fileURLToPath(
  new URL('../../../../demo/futures-foundations/01-what-a-future-is.mp4', import.meta.url),
);
export const PACKAGED = 'packaged-room';

const COURSE = `slug = "${PACKAGED}"
title = "Packaged Room"
description = "A short lesson and a long one."
category = "Futures"
type = "futures"
price = 10000

[[sections]]
name = "Both"
description = ""

[[sections.videos]]
file = "short.mp4"
title = "The short one"
description = ""

[[sections.videos]]
file = "long.mp4"
title = "The long one"
description = ""
`;

/** Small and quick to encode. */
const LONG = [
  '-f lavfi -i testsrc2=size=320x180:rate=10',
  '-f lavfi -i sine=frequency=220:sample_rate=48000',
  '-t 125 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10',
  '-c:a aac -b:a 64k -movflags +faststart',
]
  .join(' ')
  .split(' ');

/** Imports the course and returns its id. */
export async function importPackagedCourse(server) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-packaged-'));
  try {
    await copyFile(SHORT, join(folder, 'short.mp4'));
    await run('ffmpeg', ['-v', 'error', ...LONG, join(folder, 'long.mp4')]);
    await writeFile(join(folder, 'course.toml'), COURSE);
    await server.staff('courses', 'import', folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return (await courseIds(server))[PACKAGED];
}
