// A replay of five days in sub-bars of ten seconds: a step, 3,000 sub-bars at once, and the whole run read, which computes it from its acts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { memberConnection } from "../load/connection.mjs";
import { lessonsOf, writeCourse } from "../courses.mjs";
import { percentile } from "../figures.mjs";
import { staff } from "../harness.mjs";

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
}
