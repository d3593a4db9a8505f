// Takes figures and prints them: each as a ratio to its ceiling or its goal, over several rounds.
import { rounds, seconds } from "./harness.mjs";

const rows = [];
let failed = false;

export const hasFailed = () => failed;

/** The figures as a table in Markdown. */
export function table() {
  const head = ["figure", "median", "spread", "mark", "", "last round"];
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * The machine's own speed moves, so the two are measured in turns; what counts is the ratio of each round. Both are warmed up
 * first. `measured` and `ceiling` take the seconds to measure for and return a rate.
 */
export async function compare(what, mark, measured, ceiling, time = seconds) {
  const short = Math.min(1, time);
  await measured(short);
  await ceiling(short);
  const ratios = [];
  let last = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    last = [await measured(time), await ceiling(time)];
    ratios.push(last[0] / last[1]);
  }
  note(what, mark, ratios, `${Math.round(last[0])} against ${Math.round(last[1])} a second`);
}

/**
 * The 99th percentile, in milliseconds, of requests one after the other, against a goal. `request` takes the number of the
 * request and of the round and resolves when its answer is read; the round -1 warms up. `prepare` comes before each and is not measured.
 */
export async function percentile(what, goal, count, request, prepare = () => undefined) {
  const ratios = [];
  let times = [];
  for (let round = -1; round < rounds; round += 1) {
    times = [];
    for (let number = 0; number < count; number += 1) {
      await prepare();
      const began = performance.now();
      await request(number, round);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    if (round >= 0) ratios.push(goal / at(times, 0.99));
  }
  const said = [0.99, 0.5].map((share) => at(times, share).toFixed(1));
  note(`${what}, p99, of ${goal} ms`, 1, ratios, `${said[0]} ms, median ${said[1]} ms, ${count} one after the other`);
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const best = (values) => Math.max(...values);

/** A mark is missed when even the best round is below it: a busy machine only makes a round worse. `judged` can be another one. */
export function note(what, mark, ratios, detail, judged = best) {
  const kept = judged(ratios) >= mark;
  failed ||= !kept;
  const spread = ratios.length > 1 ? `${Math.min(...ratios).toFixed(2)} to ${best(ratios).toFixed(2)}` : "";
  rows.push([what, median(ratios).toFixed(2), spread, mark ? `>= ${mark}` : "", mark ? (kept ? "kept" : "MISSED") : "", detail]);
  console.log(rows.at(-1).join("  |  "));
}
