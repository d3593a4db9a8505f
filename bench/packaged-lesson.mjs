// A lesson of a minute in HLS, and its files where nginx serves them.
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { lessonsOf, minuteOfChart, writeCourse } from "./courses.mjs";
import { call, staff } from "./harness.mjs";

const SLUG = "packaged";

let packaged;

/** Two renditions with a dozen segments each. */
function packagedCourse() {
  if (!packaged) {
    packaged = writeCourse(SLUG, [['file = "minute.mp4"\ntitle = "A minute"\ndescription = "Of a trading screen."']]);
    linkSync(minuteOfChart(), join(packaged, "minute.mp4"));
  }
  return packaged;
}

/** Imports the course, gives it to these members, and returns its lesson. */
export async function importPackaged(server, cookie, members) {
  staff(server, "courses", "import", packagedCourse());
  for (const member of members) staff(server, "users", "grant", member, SLUG, "--access", "lifetime");
  const [minute] = await lessonsOf(server, SLUG, cookie);
  return minute;
}

/** The renditions of a lesson, each with the paths of its segments and the seconds that they play. */
export async function renditionsOf(server, lesson, cookie) {
  const { data } = await call(server, `/api/videos/${lesson.id}/lesson`, { cookie });
  if (data.hls === null) throw new Error("the lesson is not packaged");
  const read = async (path) => {
    const text = await (await fetch(`${server.url}${path}`, { headers: { cookie } })).text();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const durations = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => Number(seconds));
    return { paths: lines.map((line) => new URL(line, `${server.url}${path}`).pathname), durations };
  };
  const { paths } = await read(data.hls);
  return Promise.all(paths.map(read));
}

/** Writes what the server answers at these paths where nginx serves it at the same paths; returns how many bytes that is. */
export async function copyTo(files, server, paths, cookie) {
  let bytes = 0;
  for (const path of paths) {
    const answer = await fetch(`${server.url}${path}`, { headers: { cookie } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    const body = Buffer.from(await answer.arrayBuffer());
    bytes += body.length;
    mkdirSync(dirname(join(files, path)), { recursive: true });
    writeFileSync(join(files, path), body);
  }
  return bytes;
}
