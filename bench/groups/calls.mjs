// Signed-in calls, against the fixed body of /healthz in the same server.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { compare } from "../figures.mjs";
import { root, wrk } from "../harness.mjs";

const MARKS = {
  sqlite: { user: 0.45, models: 0.45, courses: 0.5 },
  postgres: { user: 0.3, models: 0.3, courses: 0.5 },
};

/** The embedded file whose size is nearest; compressed forms have no address of their own. */
function assetOfSize(size) {
  const assets = join(root, "frontend/dist/assets");
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  const files = names.map((name) => ({ path: `/assets/${name}`, bytes: statSync(join(assets, name)).size }));
  return files.toSorted((a, b) => Math.abs(a.bytes - size) - Math.abs(b.bytes - size))[0];
}

export async function calls({ kind, server, cookie, course }) {
  const headers = { cookie };
  const models = `${server.url}/api/courses/${course}/models`;
  const signedIn = (url) => (time) => wrk(url, { headers, time });
  const open = (url) => (time) => wrk(url, { time });
  const bare = open(`${server.url}/healthz`);
  const user = signedIn(`${server.url}/api/user`);
  const courses = signedIn(`${server.url}/api/user/courses`);
  await compare(`${kind}: GET /api/user to a fixed body`, MARKS[kind].user, user, bare);
  await compare(`${kind}: GET /api/user/courses to GET /api/user`, MARKS[kind].courses, courses, user);
  // As every browser asks for it.
  const compressed = (time) => wrk(models, { headers: { ...headers, "Accept-Encoding": "gzip, deflate, br" }, time });
  await compare(`${kind}: GET /api/courses/{id}/models to a fixed body`, MARKS[kind].models, compressed, bare);

  // And as it is, with what a fixed body of that size costs, so that the look-up can be distinguished from the sending.
  const plain = await fetch(models, { headers: { ...headers, "accept-encoding": "identity" } });
  const size = Number(plain.headers.get("content-length"));
  const { path, bytes } = assetOfSize(size);
  await compare(`${kind}: the same uncompressed (${size} bytes) to a fixed body`, 0, signedIn(models), bare);
  const what = `${kind}: the same uncompressed to a fixed file of ${bytes} bytes`;
  await compare(what, 0, signedIn(models), open(`${server.url}${path}`));
}
