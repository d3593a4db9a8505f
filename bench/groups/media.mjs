// Bytes of lessons with the access check, and the home page, against nginx, which serves the same bytes without one.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { lessonsOf, minuteOfChart, writeCourse } from "../courses.mjs";
import { compare } from "../figures.mjs";
import { call, folder, staff, wrk } from "../harness.mjs";
import { startNginx } from "../nginx.mjs";

const CLIENTS = 16;

let packaged;

/** A lesson of a minute in HLS: two renditions with a dozen segments each. */
function packagedCourse() {
  if (!packaged) {
    packaged = writeCourse("packaged", [['file = "minute.mp4"\ntitle = "A minute"\ndescription = "Of a trading screen."']]);
    linkSync(minuteOfChart(), join(packaged, "minute.mp4"));
  }
  return packaged;
}

/** The paths of all segments of a lesson. */
async function segmentsOf(server, lesson, cookie) {
  const { data } = await call(server, `/api/videos/${lesson.id}/lesson`, { cookie });
  if (data.hls === null) throw new Error("the lesson is not packaged");
  const entries = async (path) => {
    const text = await (await fetch(`${server.url}${path}`, { headers: { cookie } })).text();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return lines.map((line) => new URL(line, `${server.url}${path}`).pathname);
  };
  return (await Promise.all((await entries(data.hls)).map(entries))).flat();
}

/** Writes what the server answers at these paths where nginx serves it at the same paths; returns how many bytes that is. */
async function copyTo(files, server, paths, cookie) {
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

/** Requests each path in turn. */
function inTurn(name, paths) {
  const script = join(folder, name);
  writeFileSync(
    script,
    `local paths, requests, n = {${paths.map((path) => JSON.stringify(path)).join(",")}}, {}, 0
     init = function() for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path) end end
     request = function() n = n % #requests + 1; return requests[n] end`,
  );
  return script;
}

export async function media({ kind, server, cookie, lesson }) {
  const files = join(folder, `files-${kind}`);
  mkdirSync(files);
  writeFileSync(join(files, "index.html"), await (await fetch(`${server.url}/`)).text());
  execFileSync("gzip", ["-9", "-k", join(files, "index.html")]);
  execFileSync("cp", [minuteOfChart(), join(files, "video.mp4")]);
  const nginx = await startNginx(files);
  const headers = { cookie };

  staff(server, "courses", "import", packagedCourse());
  staff(server, "users", "grant", "trader0", "packaged");
  const [minute] = await lessonsOf(server, "packaged", cookie);
  const paths = await segmentsOf(server, minute, cookie);
  const mean = Math.round((await copyTo(files, server, paths, cookie)) / paths.length / 1024);
  const script = inTurn(`${kind}-segments.lua`, paths);
  const segments = (url) => (time) => wrk(url, { clients: CLIENTS, headers, script, time });
  const mark = kind === "sqlite" ? 0.9 : 0;
  const what = `${kind}: HLS segments (${paths.length}, of ${mean} KiB on average), signed in, to nginx`;
  await compare(what, mark, segments(server.url), segments(nginx));
  if (kind !== "sqlite") return;

  const { size } = statSync(join(files, "video.mp4"));
  for (const [name, most] of [["1 MiB", 1 << 20], ["256 KiB", 1 << 18]]) {
    const range = { range: `bytes=0-${Math.min(size, most) - 1}` };
    await compare(
      `video ranges of up to ${name}, signed in, to nginx`,
      1,
      (time) => wrk(`${server.url}${lesson.url}`, { clients: CLIENTS, headers: { ...headers, ...range }, time }),
      (time) => wrk(`${nginx}/video.mp4`, { clients: CLIENTS, headers: range, time }),
    );
  }
  const gzip = { "accept-encoding": "gzip" };
  const home = (url) => (time) => wrk(url, { headers: gzip, time });
  await compare("the home page, gzip, to nginx gzip_static", 0.9, home(`${server.url}/`), home(`${nginx}/index.html`));
}
