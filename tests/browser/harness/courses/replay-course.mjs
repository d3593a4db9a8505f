// A course whose one lesson has a replay: a market that rises by a tick every ten seconds, so that each price is known.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { courseIds } from "../members.mjs";

export const SLUG = "rising-market";
const FIRST = 540_000;
const TICK = 25;
const BEGIN_MS = Date.UTC(2026, 2, 2, 14, 20);
const ROWS = 240;

const COURSE = `slug = "${SLUG}"
title = "Rising Market"
description = "A market that only rises."
category = "Futures"
type = "futures"
price = 10000

[[sections]]
name = "Your turn"
description = ""

[[sections.videos]]
file = "01.md"
title = "The rise"
description = ""
replay = "01.replay.toml"
`;

const REPLAY = `title = "The first minutes"
prompt = "Buy the rise."
plan = "The rise is bought at once."
charts = ["01.csv"]
bar = "1m"
begin = "14:30"

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
max_loss = { amount = 2000.00, trails = "day" }
risk = 100.00
`;

const price = (cents) => (cents / 100).toFixed(2);

function chart() {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const open = FIRST + index * TICK;
    const time = new Date(BEGIN_MS + index * 10_000)
      .toISOString()
      .replace(".000", "");
    return [
      time,
      price(open),
      price(open + 2 * TICK),
      price(open - TICK),
      price(open + TICK),
    ].join(",");
  });
  return `time,open,high,low,close\n${rows.join("\n")}\n`;
}

/** Imports the course and returns its id. */
export async function importReplayCourse(server) {
  const folder = await mkdtemp(join(tmpdir(), "portal-course-"));
  try {
    await Promise.all([
      writeFile(join(folder, "course.toml"), COURSE),
      writeFile(join(folder, "01.md"), "## The rise\n\nIt rises.\n"),
      writeFile(join(folder, "01.replay.toml"), REPLAY),
      writeFile(join(folder, "01.csv"), chart()),
    ]);
    await server.staff("courses", "import", folder, "--no-package");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return (await courseIds(server))[SLUG];
}
