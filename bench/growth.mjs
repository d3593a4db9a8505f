// What growth costs: the 99th percentile and the processor time of each hot call and command, with 1,000 accounts and with ACCOUNTS
// (20,000 unless set; a million takes a quarter of an hour). Each account has three grants, ten positions, a session and a used key.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { memberConnection } from "./connection.mjs";
import { startWithMembers } from "./courses.mjs";
import { hasFailed, median, note, table } from "./figures.mjs";
import { cleanUp, folder, root, rounds, run, settingsOf, startServer, stop } from "./harness.mjs";
import { startPostgres } from "./postgres.mjs";

const FEW = 1_000;
const MANY = Number(process.env.ACCOUNTS ?? 20_000);
const REQUESTS = 400;
/** A look-up by an index grows with the logarithm; more than twice the time is another plan. */
const MARK = 0.5;

const CALLS = [
  ["GET /api/user", () => ["/api/user"]],
  ["GET /api/user/courses", () => ["/api/user/courses"]],
  ["GET /api/user/recent-progress", () => ["/api/user/recent-progress"]],
  ["GET /api/courses/{id}/models", ({ course }) => [`/api/courses/${course}/models`]],
  ["GET /api/courses/{id}/progress", ({ course }) => [`/api/courses/${course}/progress`]],
  ["GET /api/videos/{id}/lesson", ({ lesson }) => [`/api/videos/${lesson.id}/lesson`]],
  ["GET /api/user/reviews", () => ["/api/user/reviews"]],
  ["PUT /api/videos/{id}/progress", ({ hour }, n) => [`/api/videos/${hour.id}/progress`, { method: "PUT", body: { watchedSeconds: n } }]],
];

/** A command that lists everything grows with what it lists; only its figures are of interest. */
const COMMANDS = [
  ["users show", MARK, () => ["users", "show", "trader1"]],
  ["codes issue", MARK, ({ course }) => ["codes", "issue", "--course", String(course)]],
  ["doctor", 0, () => ["doctor"]],
  ["users list", 0, () => ["users", "list", "--format", "json"]],
  ["codes list", 0, () => ["codes", "list", "--format", "json"]],
  ["courses report", 0, () => ["courses", "report", "growth-1"]],
];

/** Processor milliseconds of a process so far; Linux counts them in hundredths of a second. */
function processorOf(child) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function timeCall(bench, connection, request) {
  const times = [];
  const before = processorOf(bench.server.child);
  for (let number = 0; number < REQUESTS; number += 1) {
    const [path, options] = request(bench, number);
    const began = performance.now();
    await connection.ask(path, options);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)], processor: (processorOf(bench.server.child) - before) / REQUESTS };
}

function timeCommand(bench, words) {
  const timed = ["-c", 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>/dev/null 3>&-; } 2>&1; true', "time", join(root, "target/release/portal"), ...words];
  const said = execFileSync("bash", timed, { cwd: folder, encoding: "utf8", env: settingsOf(bench.server) });
  const [real, user, system] = said.trim().split(" ").map(Number);
  return { p99: real * 1_000, processor: (user + system) * 1_000 };
}

/** The figures by name; of several rounds the median. */
async function figures(bench) {
  const found = new Map();
  const connection = await memberConnection(bench.server, bench.cookie);
  const take = async (name, mark, once) => {
    await once();
    const taken = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await once());
    found.set(name, { mark, p99: median(taken.map(({ p99 }) => p99)), processor: median(taken.map(({ processor }) => processor)) });
  };
  for (const [name, request] of CALLS) await take(name, MARK, () => timeCall(bench, connection, request));
  connection.close();
  for (const [name, mark, words] of COMMANDS) await take(`portal ${name}`, mark, async () => timeCommand(bench, words(bench)));
  return found;
}

async function grow(bench, accounts) {
  await stop(bench.server.child);
  const began = performance.now();
  await run(join(root, "target/release/examples/fill_growth"), [bench.database, String(accounts)]);
  console.log(`${bench.kind}: ${accounts} accounts after ${Math.round((performance.now() - began) / 1_000)} s`);
  bench.server = await startServer(bench.server);
}

async function measure(kind, database) {
  const bench = await startWithMembers(kind, database);
  await grow(bench, FEW);
  const few = await figures(bench);
  await grow(bench, MANY);
  const many = await figures(bench);
  for (const [name, { mark, p99, processor }] of few) {
    const grown = many.get(name);
    const said = (value) => value.toFixed(2);
    const detail = `${said(p99)} and ${said(grown.p99)} ms; processor ${said(processor)} and ${said(grown.processor)} ms`;
    note(`${kind}: ${name}, p99 with ${FEW} to ${MANY} accounts`, mark, [p99 / grown.p99], detail);
  }
  await stop(bench.server.child);
}

try {
  await measure("sqlite", `sqlite://${join(folder, "growth.db")}`);
  const url = process.env.BENCH_POSTGRES_URL ?? (await startPostgres());
  if (url) await measure("postgres", url);
  else console.log("PostgreSQL is not installed: its figures are left out");
} finally {
  await cleanUp();
}
console.log(`\n${table()}`);
process.exitCode = hasFailed() ? 1 : 0;
