// Grading an answer, and the list of what is due, for a member of whom a thousand exercises are due.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { memberConnection } from "../load/connection.mjs";
import { lessonsOf, writeCourse } from "../courses.mjs";
import { percentile } from "../figures.mjs";
import { staff } from "../harness.mjs";

const EXERCISES = 1_000;
/** At most so many of what is due are listed. */
const LISTED = 20;
const DAY_MS = 86_400_000;

let written;

/** A written lesson of a thousand exercises, every tenth on a chart of 200 bars. */
function practiceCourse() {
  if (written) return written;
  written = writeCourse("practice", [['file = "read.md"\ntitle = "To read"\nexercises = "exercises.toml"']]);
  const start = Date.parse("2026-03-02T14:30:00Z");
  const bars = Array.from({ length: 200 }, (_, n) => {
    const low = 5000 + (n % 40) / 4;
    return `${new Date(start + n * 300_000).toISOString()},${low},${low + 2},${low},${low + 1}`;
  });
  writeFileSync(join(written, "chart.csv"), `time,open,high,low,close\n${bars.join("\n")}\n`);
  const exercises = Array.from({ length: EXERCISES }, (_, n) => {
    const head = `[[exercises]]\nid = "e${n}"\nprompt = "How many *ticks* is exercise ${n}?"\nexplanation = "It is ${n}."\n`;
    const rest = n % 10 === 0 ? 'kind = "level"\nchart = "chart.csv"\nanswer = 5005.25\ntolerance = 0.5\n' : `kind = "number"\nanswer = ${n}\n`;
    return head + rest;
  });
  writeFileSync(join(written, "exercises.toml"), exercises.join("\n"));
  writeFileSync(join(written, "read.md"), "A text.\n");
  return written;
}

export async function practice({ kind, server, cookie }) {
  staff(server, "courses", "import", practiceCourse());
  staff(server, "users", "grant", "trader0", "practice", "--access", "lifetime");
  const [lesson] = await lessonsOf(server, "practice", cookie);
  const connection = await memberConnection(server, cookie);
  // Each round answers every exercise a day later than the round before, and so long ago that all of them are due.
  const first = Date.now() - 300 * DAY_MS;
  await percentile(`${kind}: grading an answer`, 5, EXERCISES, (number, round) => {
    const answeredAt = new Date(first + round * DAY_MS).toISOString();
    const path = `/api/videos/${lesson.id}/exercises/e${number}`;
    return connection.ask(path, { method: "POST", body: { answer: number, answeredAt } });
  });
  await percentile(`${kind}: the list of ${EXERCISES} due exercises`, 10, 500, async () => {
    const due = await connection.ask("/api/user/reviews");
    if (due.length !== LISTED) throw new Error(`${due.length} exercises are due`);
  });
  connection.close();
}
