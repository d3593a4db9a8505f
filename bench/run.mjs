// Prints each performance figure as a ratio to a ceiling taken in the same run, or to a goal; absolute rates only help to read it.
// Everything runs on loopback, for a bounded time, in a temporary folder. docs/performance.md says what can be set.
import { join } from "node:path";

import { startWithMembers } from "./courses.mjs";
import { hasFailed, table } from "./figures.mjs";
import { calls } from "./groups/calls.mjs";
import { live } from "./groups/live.mjs";
import { media } from "./groups/media.mjs";
import { practice } from "./groups/practice.mjs";
import { replay } from "./groups/replay.mjs";
import { search } from "./groups/search.mjs";
import { servers } from "./groups/servers.mjs";
import { staffPages } from "./groups/staff.mjs";
import { start } from "./groups/start.mjs";
import { watching } from "./groups/watching.mjs";
import { writes } from "./groups/writes.mjs";
import { cleanUp, folder, isWanted, stop } from "./harness.mjs";
import { startPostgres } from "./postgres.mjs";

// The last two fill the database.
const GROUPS = { start, calls, practice, replay, writes, media, watching, servers, live, search, staff: staffPages };

const groups = Object.entries(GROUPS).filter(([name]) => isWanted(name));

async function measure(kind, database) {
  const bench = await startWithMembers(kind, database);
  for (const [, group] of groups) await group(bench);
  await stop(bench.server.child);
}

const postgresUrl = async () => process.env.BENCH_POSTGRES_URL ?? (await startPostgres());

if (groups.length > 0) {
  try {
    await measure("sqlite", `sqlite://${join(folder, "bench.db")}`);
    const url = await postgresUrl();
    if (url) await measure("postgres", url);
    else console.log("PostgreSQL is not installed: its figures are left out");
  } finally {
    await cleanUp();
  }
  console.log(`\n${table()}`);
  process.exitCode = hasFailed() ? 1 : 0;
}
