// Bytes of lessons with the access check, and the home page, against nginx, which serves the same bytes without one.
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { minuteOfChart } from "../courses.mjs";
import { compare } from "../figures.mjs";
import { folder, wrk } from "../harness.mjs";
import { startNginx } from "../nginx.mjs";
import { copyTo, importPackaged, renditionsOf } from "../packaged-lesson.mjs";

const CLIENTS = 16;

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
  const { url: nginx } = await startNginx(files);
  const headers = { cookie };

  const minute = await importPackaged(server, cookie, ["trader0"]);
  const paths = (await renditionsOf(server, minute, cookie)).flatMap((rendition) => rendition.paths);
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
