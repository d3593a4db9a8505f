// A course folder whose every text is a script, imported with the staff CLI.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { courseIds } from '../members.mjs';
import { ALL, PAYLOADS } from '../payloads.mjs';

const DEMO = fileURLToPath(new URL('../../../../demo/futures-foundations/', import.meta.url));
export const HOSTILE = 'hostile-texts';

const text = JSON.stringify(ALL);
const short = JSON.stringify(PAYLOADS[1]);

const FILES = {
  'course.toml': `slug = "${HOSTILE}"
title = ${short}
description = ${text}
category = ${JSON.stringify(PAYLOADS[2])}
type = "futures"
price = 10000

[[sections]]
name = ${JSON.stringify(PAYLOADS[3])}
description = ${text}

[[sections.videos]]
file = "01.mp4"
title = ${JSON.stringify(`Video ${PAYLOADS[0]}`)}
description = ${text}
preview = true
text = "01.md"
captions = [{ file = "01.vtt", language = "en", label = ${short} }]
chapters = "01.chapters.vtt"
attachments = [${JSON.stringify(`${PAYLOADS[1]}.txt`)}]
exercises = "01.toml"

[[sections.videos]]
file = "02.md"
title = ${JSON.stringify(`Text ${PAYLOADS[4]}`)}
description = ${text}
`,
  '01.md': `## ${PAYLOADS[0]}\n\n${PAYLOADS.join('\n\n')}\n\n[link](javascript:executed()) ![picture](javascript:executed())\n\n<javascript:executed()>\n`,
  '02.md': `${ALL}\n\n| ${PAYLOADS[0]} | ${PAYLOADS[1]} |\n| --- | --- |\n| a | ${PAYLOADS[2]} |\n\n\`\`\`html\n${ALL}\n\`\`\`\n`,
  '01.vtt': `WEBVTT\n\n00:00.000 --> 00:05.000\nzebra ${PAYLOADS[0]} ${PAYLOADS[1]}\n\n00:05.000 --> 00:09.000\n<b onclick=executed()>${PAYLOADS[5]}</b>\n`,
  '01.chapters.vtt': `WEBVTT\n\n00:00.000 --> 00:08.000\nChapter ${PAYLOADS[1]} &lt;img src=x onerror=executed()&gt;\n`,
  '01.toml': `[[exercises]]
id = "which"
kind = "choice"
prompt = ${text}
options = [${short}, ${JSON.stringify(PAYLOADS[2])}]
answer = [0]
explanation = ${text}
`,
  [`${PAYLOADS[1]}.txt`]: ALL,
};

/** Imports the course and returns its id. */
export async function importHostileCourse(server) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-course-'));
  try {
    await copyFile(join(DEMO, '01-what-a-future-is.mp4'), join(folder, '01.mp4'));
    await Promise.all(
      Object.entries(FILES).map(([name, content]) => writeFile(join(folder, name), content)),
    );
    await server.staff('courses', 'import', folder, '--no-package');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return (await courseIds(server))[HOSTILE];
}
