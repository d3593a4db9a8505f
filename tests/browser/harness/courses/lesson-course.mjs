// A course folder with everything that a lesson can have, imported with the staff CLI.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { courseIds } from '../members.mjs';

const DEMO = fileURLToPath(new URL('../../../../demo/futures-foundations/', import.meta.url));
export const SLUG = 'reading-room';

/** A grey picture of one pixel. */
const GREY = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==',
  'base64',
);

const FILES = {
  'course.toml': `slug = "${SLUG}"
title = "Reading Room"
description = "Lessons with all that belongs to them."
category = "Futures"
type = "futures"
price = 10000
image = "cover.png"

[[sections]]
name = "All of it"
description = ""

[[sections.videos]]
file = "01.mp4"
title = "Words beside the picture"
description = ""
preview = true
text = "01.md"
captions = [{ file = "01.en.vtt", language = "en", label = "English" }, { file = "01.nl.vtt", language = "nl", label = "Nederlands" }]
chapters = "01.chapters.vtt"
attachments = ["worksheet.txt"]

[[sections.videos]]
file = "02.md"
title = "Only words"
description = ""
`,
  '01.md':
    '## The tick\n\nA tick is the smallest step.\n\n![Two steps](steps.png)\n\n| Contract | Tick |\n| --- | --- |\n| ES | 0.25 |\n',
  '01.en.vtt':
    'WEBVTT\n\n00:00.000 --> 00:04.000\nThe first sentence.\n\n00:10.000 --> 00:14.000\nA zebra crossing is no signal.\n',
  '01.nl.vtt': 'WEBVTT\n\n00:00.000 --> 00:04.000\nDe eerste zin.\n',
  '01.chapters.vtt':
    'WEBVTT\n\n00:00.000 --> 00:08.000\nBeginning\n\n00:08.000 --> 00:20.000\nMiddle\n',
  '02.md': '## Written\n\nRead this without a picture.\n',
  'steps.png': GREY,
  'cover.png': GREY,
  'worksheet.txt': 'How many ticks?\n',
};

/** Imports the course and returns its id. */
export async function importLessonCourse(server, demoFile = '01-what-a-future-is.mp4') {
  const folder = await mkdtemp(join(tmpdir(), 'portal-course-'));
  try {
    await copyFile(join(DEMO, demoFile), join(folder, '01.mp4'));
    await Promise.all(
      Object.entries(FILES).map(([name, text]) => writeFile(join(folder, name), text)),
    );
    await server.staff('courses', 'import', folder, '--no-package');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return (await courseIds(server))[SLUG];
}
