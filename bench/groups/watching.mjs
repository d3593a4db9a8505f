// Members who watch: segments as the playlist says, a report each ten seconds, and a page's calls now and then.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { connect, p99, planned, saturated } from "../load/arrivals.mjs";
import { median, note } from "../figures.mjs";
import { folder, rounds, seconds } from "../harness.mjs";
import { startNginx } from "../nginx.mjs";
import { copyTo, importPackaged, renditionsOf } from "../packaged-lesson.mjs";
import { postgresProcessor } from "../postgres.mjs";
import { processorOf, processorOfFamily } from "../processor.mjs";

const HOUR = 3_600;
/** Seconds between two reports of a player. */
const BETWEEN_REPORTS = 10;
/** Twice an hour a member opens the dashboard and a lesson. */
const VISITS = 2;
/** nginx's processor time for the segments, as a share of ours for all of it. An absolute time would show the machine, not the product. */
const MARK = 0.2;

const pause = (time) => new Promise((done) => setTimeout(done, time * 1_000));

/** What one hour asks for, spread evenly: a list of `segment`, `report` and `read`. */
function mixOf(segments) {
  const counts = { segment: segments, report: HOUR / BETWEEN_REPORTS, read: VISITS * 6 };
  const moments = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, n) => ({ kind, at: (n + 0.5) / count })),
  );
  return moments.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind);
}

export async function watching({ kind, server, cookies, cookie, hour, course }) {
  const minute = await importPackaged(server, cookie, cookies.map((_, n) => `trader${n}`));
  const [{ paths, durations }] = await renditionsOf(server, minute, cookie);
  const perSegment = durations.reduce((sum, one) => sum + one, 0) / durations.length;
  const mix = mixOf(Math.round(HOUR / perSegment));
  const reads = [
    "/api/user",
    "/api/user/courses",
    "/api/user/recent-progress",
    `/api/courses/${course}/models`,
    `/api/courses/${course}/progress`,
    `/api/videos/${minute.id}/lesson`,
  ];
  // Each member is at a place of their own, and each request is another member's.
  const send = async (connection, number) => {
    const member = number % cookies.length;
    const own = { cookie: cookies[member] };
    const kindOf = mix[number % mix.length];
    const place = Math.floor(number / cookies.length) + member;
    if (kindOf === "segment") {
      await connection.read(paths[place % paths.length], own);
    } else if (kindOf === "report") {
      const watchedSeconds = BETWEEN_REPORTS + ((place * BETWEEN_REPORTS) % (hour.duration - 2 * BETWEEN_REPORTS));
      const body = { watchedSeconds, played: [[watchedSeconds - BETWEEN_REPORTS, watchedSeconds]] };
      await connection.ask(`/api/videos/${hour.id}/progress`, { ...own, method: "PUT", body });
    } else {
      await connection.ask(reads[place % reads.length], own);
    }
    return kindOf;
  };

  const files = join(folder, `watching-${kind}`);
  mkdirSync(files);
  writeFileSync(join(files, "index.html"), "");
  await copyTo(files, server, paths, cookie);
  const nginx = await startNginx(files);
  const plain = async (connection, number) => {
    await connection.read(paths[number % paths.length], {});
    return "segment";
  };

  const ours = await connect([server]);
  const theirs = await connect([nginx]);
  const carried = (await saturated(ours, send, seconds)) / seconds;
  const spentHere = () => processorOf(server.child) + (kind === "postgres" ? postgresProcessor() : 0);
  const spentThere = () => processorOfFamily(nginx.child);
  /** Processor seconds of an hour watched, at half of what is carried. */
  const perHour = async (connections, act, spent, requests) => {
    const before = spent();
    const times = await planned(connections, carried / 2, act, pause(Math.max(seconds, 5)));
    const count = Object.values(times).reduce((sum, { length }) => sum + length, 0);
    return { times, cost: ((spent() - before) / 1_000) * (requests / count) };
  };
  const segments = mix.filter((one) => one === "segment").length;
  const ratios = [];
  const costs = [];
  const late = { 0.5: {}, 0.9: {} };
  const keep = (share, times) => {
    for (const [one, values] of Object.entries(times)) (late[share][one] ??= []).push(p99(values));
  };
  for (let round = 0; round < rounds; round += 1) {
    const here = await perHour(ours, send, spentHere, mix.length);
    const there = await perHour(theirs, plain, spentThere, segments);
    costs.push(here.cost);
    ratios.push(there.cost / here.cost);
    keep(0.5, here.times);
    keep(0.9, await planned(ours, carried * 0.9, send, pause(Math.max(seconds, 5))));
  }
  for (const connection of [...ours, ...theirs]) connection.close();
  const said = (share) => ["segment", "report", "read"].map((one) => `${one} ${median(late[share][one]).toFixed(1)} ms`).join(", ");
  note(
    `${kind}: an hour watched (${segments} segments, ${HOUR / BETWEEN_REPORTS} reports, ${VISITS * 6} reads), nginx's processor time for the segments to ours`,
    kind === "sqlite" ? MARK : 0,
    ratios,
    `${median(costs).toFixed(2)} s of the processor an hour; ${Math.round(carried)} requests a second carried; p99 at half of that: ${said(0.5)}; at nine tenths: ${said(0.9)}`,
  );
}
