// How long the server takes to its first answer on a database that exists, and what it holds in memory then.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { note } from "../figures.mjs";
import { rounds, startServer, stop } from "../harness.mjs";

/** Until the memory of the start is given back. */
const AT_REST_MS = 2_000;

export async function start(bench) {
  if (bench.kind !== "sqlite") return;
  const [starts, sizes] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await stop(bench.server.child);
    bench.server = await startServer(bench.server);
    starts.push(bench.server.milliseconds);
    await wait(AT_REST_MS);
    const status = readFileSync(`/proc/${bench.server.child.pid}/status`, "utf8");
    sizes.push(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
  }
  const ratios = (goal, values) => values.map((value) => goal / value);
  note("start to first answer, of 100 ms", 1, ratios(100, starts), `${starts.at(-1).toFixed(0)} ms`);
  note("memory at rest, of 40 MB", 1, ratios(40, sizes), `${sizes.at(-1).toFixed(1)} MB`);
}
