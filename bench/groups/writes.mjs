// Reports of progress by 64 members at once: what `played` costs, and what grouping commits saves.
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { compare } from "../figures.mjs";
import { folder, root, run, startServer, stop, wrk } from "../harness.mjs";

const CLIENTS = 64;
/** Seconds between two reports of a player. */
const BEAT = 5;

// A disk whose fsync takes five milliseconds, as those of small rented machines do: strace holds each one back that long, and
// nothing else (with seccomp-bpf no other call is slowed; -D keeps the program our own child).
const slowDisk = [
  "strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null",
  "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:delay_exit=5000",
];

/** Every member in turn reports the next seconds of the lesson. `body` is Lua for the JSON of a report. */
function reports(name, { hour, cookies }, body) {
  const script = join(folder, name);
  writeFileSync(
    script,
    `local cookies = {${cookies.map((cookie) => JSON.stringify(cookie)).join(",")}}
     local n, second = 0, 0
     request = function()
       n = n % #cookies + 1
       if n == 1 then second = second % ${hour.duration - BEAT} + ${BEAT} end
       return wrk.format("PUT", "/api/videos/${hour.id}/progress",
         { ["Cookie"] = cookies[n], ["Content-Type"] = "application/json" }, ${body})
     end`,
  );
  return (server) => (time) => wrk(server.url, { clients: CLIENTS, script, time });
}

/** The same statement on the same SQLite, each commit on its own. */
const ungrouped = (before) => async (time) => {
  const example = join(root, "target/release/examples/ungrouped_commits");
  const [program, ...words] = [...before, example, mkdtempSync(join(folder, "ungrouped-")), String(Math.ceil(time)), String(CLIENTS)];
  return Number((await run(program, words)).stdout);
};

export async function writes(bench) {
  const { kind } = bench;
  const plain = reports(`${kind}-plain.lua`, bench, `'{"watchedSeconds":' .. second .. '}'`);
  const played = `'{"watchedSeconds":' .. second .. ',"played":[[' .. (second - ${BEAT}) .. ',' .. second .. ']]}'`;
  const withPlayed = reports(`${kind}-played.lua`, bench, played);
  await compare(`${kind}: a report with \`played\` to one without`, 0.9, withPlayed(bench.server), plain(bench.server));
  if (kind !== "sqlite") {
    const bare = (time) => wrk(`${bench.server.url}/healthz`, { time });
    await compare(`${kind}: progress writes to a fixed body`, 0, plain(bench.server), bare);
    return;
  }
  await compare("progress writes to ungrouped commits, 64 clients, this disk", 0, plain(bench.server), ungrouped([]));
  await stop(bench.server.child);
  const slow = await startServer(bench.server, slowDisk);
  await compare("the same, fsync of 5 ms", 10, plain(slow), ungrouped(slowDisk));
  await stop(slow.child);
  bench.server = await startServer(bench.server);
}
