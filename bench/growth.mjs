// What growth costs: two servers with databases of 1,000 accounts and of ACCOUNTS (20,000 unless set; a million takes the better part of
// an hour), measured in turns; ONLY=sqlite or ONLY=postgres measures one. Each account has three grants, ten positions, a session, a used
// key and a paid order.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { memberConnection } from "./load/connection.mjs";
import { startWithMembers } from "./courses.mjs";
import { hasFailed, median, note, table } from "./figures.mjs";
import { cleanUp, folder, isWanted, root, rounds, run, settingsOf, startServer, stop } from "./harness.mjs";
import { createDatabase, startPostgres } from "./postgres.mjs";
import { processorOf } from "./processor.mjs";
import { steadyLoad } from "./load/steady-load.mjs";

const FEW = 1_000;
const MANY = Number(process.env.ACCOUNTS ?? 20_000);
/** At most 1.25 times. */
const MARK = 0.8;
/** Each asks for itself, once in a round. */
const MEMBERS = 300;
/** MB that a command may take more however many rows there are: SQLite's page cache of its two connections, and a quarter else. */
const MORE_MEMORY = { sqlite: () => 33, postgres: (few) => few / 4 };
/** A sign-in costs a password's hash. */
const SIGN_INS = 30;

const CALLS = [
  ["GET /api/user", () => ["/api/user"]],
  ["GET /api/user/courses", () => ["/api/user/courses"]],
  ["GET /api/user/recent-progress", () => ["/api/user/recent-progress"]],
  ["GET /api/courses/{id}/models", ({ course }) => [`/api/courses/${course}/models`]],
  ["GET /api/courses/{id}/progress", ({ course }) => [`/api/courses/${course}/progress`]],
  ["GET /api/videos/{id}/lesson", ({ lesson }) => [`/api/videos/${lesson.id}/lesson`]],
  ["GET /api/user/reviews", () => ["/api/user/reviews"]],
  ["GET /api/user/orders", () => ["/api/user/orders"]],
  ["GET /api/search", () => ["/api/search?q=lesson"]],
  ["PUT /api/videos/{id}/progress", ({ hour }, n) => [`/api/videos/${hour.id}/progress`, { method: "PUT", body: { watchedSeconds: n + 1 } }]],
];

const signIn = (n) => ["/api/login", { method: "POST", cookie: "", body: { username: `trader${n}`, password: "a long enough password" } }];

/** Of a command that lists everything the time grows with what it lists; its memory must not. */
const COMMANDS = [
  ["users show", MARK, () => ["users", "show", "trader1"]],
  ["codes issue", MARK, ({ course }) => ["codes", "issue", "--course", String(course)]],
  ["doctor", 0, () => ["doctor"]],
  ["users list", 0, () => ["users", "list", "--format", "json"]],
  ["users list as a table", 0, () => ["users", "list"]],
  ["codes list", 0, () => ["codes", "list", "--format", "csv"]],
  ["orders list", 0, () => ["orders", "list", "--format", "json"]],
  ["orders totals", 0, () => ["orders", "totals"]],
  ["courses report", 0, () => ["courses", "report", "growth-1"]],
  ["backup", 0, ({ kind }) => ["backup", join(folder, `${kind}.tar`), "--force"]],
];

async function timeCall({ bench, connection }, request, count) {
  const times = [];
  const before = processorOf(bench.server.child);
  for (let number = 0; number < count; number += 1) {
    const [path, options] = request(bench, number);
    const began = performance.now();
    await connection.ask(path, { cookie: bench.cookies[number], ...options });
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)], processor: (processorOf(bench.server.child) - before) / count };
}

/** Milliseconds by the clock and of the processor, and MB at most. */
function timeCommand(bench, words) {
  return new Promise((done, fail) => {
    const began = performance.now();
    const child = spawn(join(root, "target/release/portal"), words, { cwd: folder, stdio: "ignore", env: settingsOf(bench.server) });
    const last = { processor: 0, memory: 0 };
    // The last look is at most two milliseconds before the end.
    const look = setInterval(() => {
      try {
        const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
        // Once it has ended it has no memory any more.
        if (peak) Object.assign(last, { processor: processorOf(child), memory: Number(peak[1]) / 1_000 });
      } catch {
        // It has just ended.
      }
    }, 2);
    child.once("error", fail);
    child.once("exit", (code) => {
      clearInterval(look);
      // The doctor misses the media of the lessons that the generator made.
      if (code !== 0 && words[0] !== "doctor") fail(new Error(`portal ${words.join(" ")} ended with ${code}`));
      else done({ time: performance.now() - began, ...last });
    });
  });
}

/** Measures both in turns; the figures of the rounds, after a round that warms up. */
async function inTurns(benches, take) {
  const taken = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair = [];
    for (const bench of round % 2 ? benches : benches.toReversed()) pair.push(await take(bench));
    if (round > 0) taken.push(round % 2 ? pair : pair.toReversed());
  }
  return taken;
}

async function once(benches, take) {
  const pair = [];
  for (const bench of benches) pair.push(await take(bench));
  return [pair];
}

function tell(what, mark, taken, figure, unit) {
  const [few, many] = [0, 1].map((side) => median(taken.map((pair) => pair[side][figure])));
  note(what, mark, taken.map(([a, b]) => a[figure] / b[figure]), `${few.toFixed(2)} and ${many.toFixed(2)} ${unit}`);
}

async function grow(bench, accounts) {
  await stop(bench.server.child);
  const began = performance.now();
  await run(join(root, "target/release/examples/fill_growth"), [bench.database, String(accounts)]);
  console.log(`${bench.kind}: ${accounts} accounts after ${Math.round((performance.now() - began) / 1_000)} s`);
  bench.server = await startServer(bench.server);
}

/** What members wait for while a backup is made, to what they wait for as a rule; both for as long as the backup takes. */
async function backUpUnderLoad(bench) {
  const file = join(folder, `${bench.kind}-under-load.tar`);
  const backUp = () => timeCommand(bench, ["backup", file, "--force"]);
  const taken = [];
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    let backup;
    const during = await steadyLoad(bench, backUp().then((figures) => (backup = figures)));
    const usual = await steadyLoad(bench, new Promise((done) => setTimeout(done, backup.time)));
    taken.push({ usual, during, backup });
  }
  const { usual, during, backup } = taken.at(-1);
  const size = (statSync(file).size / 1e6).toFixed(0);
  const detail = `${usual.p99.toFixed(1)} and ${during.p99.toFixed(1)} ms, medians ${usual.median.toFixed(2)} and ${during.median.toFixed(2)} ms`;
  const of = `${during.count} requests, a file of ${size} MB in ${(backup.time / 1_000).toFixed(0)} s`;
  const ratios = taken.map((pair) => pair.usual.p99 / pair.during.p99);
  note(`${bench.kind}: p99 of 500 requests a second as a rule, to while a backup is made`, 0.5, ratios, `${detail}; ${of}`);
  rmSync(file);
}

function sweeps(bench) {
  const said = execFileSync(join(root, "target/release/examples/sweep_growth"), [bench.database], { encoding: "utf8" });
  return said.trim().split("\n").map((line) => [line.slice(line.indexOf(" ") + 1), Number(line.split(" ")[0])]);
}

/** What `portal upgrade --check` measures for a release that adds, fills and requires a column of the sessions. */
function tryUpgrade(bench) {
  const said = execFileSync(join(root, "target/release/examples/upgrade_growth"), [bench.database], { encoding: "utf8" });
  return said.trim().split(" ").map(Number);
}

async function measure(kind, databases) {
  const benches = [];
  for (const [size, accounts] of [["few", FEW], ["many", MANY]]) {
    const bench = await startWithMembers(`${kind}-${size}`, databases[size], MEMBERS);
    await grow(bench, accounts);
    benches.push(bench);
  }
  const members = [];
  for (const bench of benches) members.push({ bench, connection: await memberConnection(bench.server, bench.cookie) });
  const sizes = `${FEW} to ${MANY} accounts`;
  for (const [name, request] of CALLS) {
    const taken = await inTurns(members, (member) => timeCall(member, request, MEMBERS));
    tell(`${kind}: ${name}, p99, ${sizes}`, MARK, taken, "p99", "ms");
    tell(`${kind}: ${name}, processor, ${sizes}`, MARK, taken, "processor", "ms");
  }
  const signIns = await inTurns(members, (member) => timeCall(member, (_, n) => signIn(n), SIGN_INS));
  tell(`${kind}: POST /api/login, p99, ${sizes}`, MARK, signIns, "p99", "ms");
  tell(`${kind}: POST /api/login, processor, ${sizes}`, MARK, signIns, "processor", "ms");
  for (const [name, mark, words] of COMMANDS) {
    // What lists everything takes long, and its memory is the same each time.
    const taken = await (mark ? inTurns : once)(benches, (bench) => timeCommand(bench, words(bench)));
    tell(`${kind}: portal ${name}, time, ${sizes}`, mark, taken, "time", "ms");
    tell(`${kind}: portal ${name}, processor, ${sizes}`, 0, taken, "processor", "ms");
    const allowed = taken.map(([a, b]) => (a.memory + MORE_MEMORY[kind](a.memory)) / b.memory);
    const said = taken.at(-1).map(({ memory }) => memory.toFixed(1));
    note(`${kind}: portal ${name}, memory, of what it may take`, 1, allowed, `${said.join(" and ")} MB`);
  }
  for (const { connection } of members) connection.close();
  await backUpUnderLoad(benches[1]);
  for (const { server } of benches) await stop(server.child);
  const [few, many] = benches.map(sweeps);
  for (const [place, [name, time]] of few.entries()) {
    note(`${kind}: sweep of ${name}, ${sizes}`, 0, [time / many[place][1]], `${time} and ${many[place][1]} ms`);
  }
  const [[time], [longer, room, rows]] = benches.map(tryUpgrade);
  const what = `${time} and ${longer} ms, ${(room / 1e6).toFixed(0)} MB and ${rows} rows in the end`;
  note(`${kind}: portal upgrade --check, ${sizes}`, 0, [time / longer], what);
}

try {
  const inFile = (name) => `sqlite://${join(folder, name)}`;
  if (isWanted("sqlite")) await measure("sqlite", { few: inFile("few.db"), many: inFile("many.db") });
  rmSync(join(folder, "many.db"), { force: true });
  const url = isWanted("postgres") && (process.env.BENCH_POSTGRES_URL ?? (await startPostgres()));
  if (url) await measure("postgres", { few: url, many: await createDatabase(url, "growth_many") });
  else console.log("The figures of PostgreSQL are left out: it is not installed, or ONLY names another database");
} finally {
  await cleanUp();
}
console.log(`\n${table()}`);
process.exitCode = hasFailed() ? 1 : 0;
