// A replay of five days in sub-bars of ten seconds: a step, 3,000 sub-bars at once, and the whole run read, which computes it from its acts.
// Then what one member with a long run costs the others.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { memberConnection } from "../load/connection.mjs";
import { lessonsOf, writeCourse } from "../courses.mjs";
import { median, note, percentile } from "../figures.mjs";
import { register, rounds, staff } from "../harness.mjs";

const DAYS = 5;
/** Of a session from 14:30 to 21:00. */
const SUB_BARS = 2_340;
const AT_ONCE = 3_000;
const OPEN = Date.parse("2026-03-02T14:30:00Z");
const DAY_MS = 86_400_000;
const STEP_MS = 10_000;

const REPLAY = `title = "Five days"
prompt = "Trade."
plan = "Wait."
charts = ["five-days.csv"]
bar = "5m"
begin = "14:30"
day_ends = "22:00"

[instrument]
name = "MES"
tick = 0.25
tick_value = 1.25
currency = "USD"
commission = 0.62
slippage_ticks = 1
most = 5

[account]
balance = 50000.00

[rules]
profit_target = 3000.00
max_loss = { amount = 40000.00, trails = "peak", lock = 50000.00 }
daily_loss = { amount = 20000.00, from = "higher", then = "pause" }
days = 3
`;

/** A walk of a tick or two, the same each time. */
function rows() {
  let [seed, ticks] = [7, 20_000];
  const random = (from, to) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from + (Math.floor(seed / 65_536) % (to - from + 1));
  };
  const row = (time) => {
    const [open, close] = [ticks, ticks + random(-2, 2)];
    const [high, low] = [Math.max(open, close) + random(0, 1), Math.min(open, close) - random(0, 1)];
    ticks = close;
    return [new Date(time).toISOString(), ...[open, high, low, close].map((price) => (price / 4).toFixed(2))].join(",");
  };
  const days = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: SUB_BARS }, (_bar, bar) => row(OPEN + day * DAY_MS + bar * STEP_MS)),
  );
  return [row(OPEN - STEP_MS), ...days.flat()];
}

let written;
export function replayCourse() {
  if (written) return written;
  written = writeCourse("replay", [['file = "read.md"\ntitle = "To trade"\nreplay = "replay.toml"']]);
  writeFileSync(join(written, "five-days.csv"), `time,open,high,low,close\n${rows().join("\n")}\n`);
  writeFileSync(join(written, "replay.toml"), REPLAY);
  writeFileSync(join(written, "read.md"), "A text.\n");
  return written;
}

const enter = { act: "enter", side: "long", size: 1, type: "limit", price: 1 };

export async function replay({ kind, server, cookie }) {
  staff(server, "courses", "import", replayCourse());
  staff(server, "users", "grant", "trader0", "replay", "--access", "lifetime");
  const [lesson] = await lessonsOf(server, "replay", cookie);
  const connection = await memberConnection(server, cookie);
  const post = (path, body) => connection.ask(path, { method: "POST", body });
  const begin = () => post(`/api/videos/${lesson.id}/replay/runs`, {});
  const step = (run, body) => post(`/api/replay-runs/${run.id}/steps`, { at: run.at, ...body });

  let run = await begin();
  await percentile(`${kind}: a step of a replay`, 5, 500, async (number) => {
    // An entry that waits and is taken back, so that acts are kept too.
    const acts = number % 20 === 0 ? [enter] : number % 20 === 10 ? [{ act: "cancel" }] : [];
    run = await step(run, { steps: 1, acts });
  });

  const anew = async () => {
    if (run) await post(`/api/replay-runs/${run.id}/end`, { at: run.at });
    run = await begin();
  };
  const atOnce = async () => {
    run = await step(run, { steps: AT_ONCE });
  };
  await percentile(`${kind}: ${AT_ONCE} sub-bars of a replay at once`, 30, 30, atOnce, anew);

  await anew();
  for (let number = 0; !run.endedAt; number += 1) run = await step(run, { steps: 100, acts: [number % 2 ? { act: "cancel" } : enter] });
  if (run.at !== DAYS * SUB_BARS + 1) throw new Error(`the run ended at ${run.at}`);
  await percentile(`${kind}: a run of ${run.at} sub-bars from its acts`, 20, 100, () => connection.ask(`/api/replay-runs/${run.id}`));
  connection.close();
  await besideOneMember({ kind, server, cookie });
}

/** Connections of one member that ask for what costs most, again and again. */
const CONNECTIONS = 8;
const READS = 500;
/** Others' p99 over the calm, at most; and MiB of the server over the calm. */
const [MARK_TIMES, MARK_MIB] = [4, 60];
/** Almost the most that a chart may have; each is a shown bar, so that an answer of the run has megabytes. */
const LONG = 199_200;

function longCourse() {
  const folder = writeCourse("long", [['file = "read.md"\ntitle = "To trade long"\nreplay = "replay.toml"']]);
  const at = (bar) => new Date(OPEN + bar * STEP_MS).toISOString();
  const bars = Array.from({ length: LONG }, (_, bar) => `${at(bar)},100.00,101.00,99.00,100.25`);
  writeFileSync(join(folder, "long.csv"), `time,open,high,low,close\n${bars.join("\n")}\n`);
  const [head] = REPLAY.split("[rules]");
  const long = head.replace("five-days", "long").replace('bar = "5m"', 'bar = "10s"').replace('begin = "14:30"', 'begin = "14:31"');
  writeFileSync(join(folder, "replay.toml"), `${long}[rules]\ntrades = 3\n`);
  writeFileSync(join(folder, "read.md"), "A text.\n");
  return folder;
}

async function longRun({ server, cookie }) {
  staff(server, "courses", "import", longCourse());
  staff(server, "users", "grant", "trader0", "long", "--access", "lifetime");
  const [lesson] = await lessonsOf(server, "long", cookie);
  const connection = await memberConnection(server, cookie);
  const post = (path, body) => connection.ask(path, { method: "POST", body });
  let run = await post(`/api/videos/${lesson.id}/replay/runs`, {});
  while (!run.endedAt) run = await post(`/api/replay-runs/${run.id}/steps`, { at: run.at, steps: AT_ONCE });
  connection.close();
  return { run, lesson };
}

async function besideOneMember({ kind, server, cookie }) {
  const { run, lesson } = await longRun({ server, cookie });
  const other = await memberConnection(server, await register(server, staff(server, "codes", "issue", "--course", "replay").trim(), 2_000));
  const p99 = async () => {
    const times = [];
    for (let number = 0; number < READS; number += 1) {
      const began = performance.now();
      await other.ask("/api/user");
      times.push(performance.now() - began);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(READS * 0.99)];
  };
  const [times, grown] = [[], []];
  const before = residentMiB(server.child.pid);
  for (let round = 0; round <= rounds; round += 1) {
    const calm = await p99();
    const over = new AbortController();
    const paths = [`/api/replay-runs/${run.id}`, `/api/videos/${lesson.id}/replay/runs`];
    const asking = Array.from({ length: CONNECTIONS }, async (_, number) => {
      const connection = await memberConnection(server, cookie);
      while (!over.signal.aborted) {
        // A connection that waits too long for its turn is answered 429.
        await connection.read(paths[number % 2]).catch((error) => {
          if (!error.message.includes("429")) throw error;
        });
      }
      connection.close();
    });
    const beside = await p99();
    const after = residentMiB(server.child.pid);
    over.abort();
    await Promise.all(asking);
    // The first warms up.
    if (round > 0) times.push(beside / calm);
    if (round > 0) grown.push(after - before);
  }
  other.close();
  const said = `${CONNECTIONS} connections of one member that read a run of ${LONG} sub-bars and the list of runs`;
  note(`${kind}: others' p99 beside one member, at most ${MARK_TIMES} times the calm`, 1, times.map((ratio) => MARK_TIMES / ratio), `${median(times).toFixed(1)} times, ${said}`);
  note(`${kind}: memory beside one member, at most ${MARK_MIB} MiB more`, 1, grown.map((mib) => MARK_MIB / Math.max(mib, 1)), `${median(grown).toFixed(0)} MiB more`);
}

function residentMiB(pid) {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(kib) / 1024;
}
