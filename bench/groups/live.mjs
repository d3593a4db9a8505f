// A thousand members who press Join within ten seconds, and calendar programs that ask whether anything has changed.
import { setTimeout as sleep } from "node:timers/promises";

import { compare, note, percentile } from "../figures.mjs";
import { call, register, rounds, staff, wrk } from "../harness.mjs";
import { connect, p99, planned } from "../load/arrivals.mjs";
import { memberConnection } from "../load/connection.mjs";

const MEMBERS = 1_000;
const SECONDS = 10;
const JOIN_GOAL = 500;
const CALENDAR_GOAL = 10;
/** In the first round all of an hour. */
const CALENDARS = 10_000;
/** Registrations at once: each hashes a password. */
const AT_ONCE = 8;
/** Coming sessions that each calendar has, as a weekly series. */
const SERIES = 26;

/** The cookies of so many new members of the course. */
async function crowd(server) {
  const keys = staff(server, "codes", "issue", "--course", "bench", "--count", String(MEMBERS)).trim().split("\n");
  const cookies = [];
  let next = 0;
  const some = async () => {
    while (next < keys.length) {
      const number = next++;
      cookies[number] = await register(server, keys[number], 50_000 + number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  return cookies;
}

/** A session that is open now, or a series that begins then; the number of the first. */
function plan(server, minutes, ...more) {
  const start = new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16).replace("T", " ");
  const place = ["--zone", "UTC", "--minutes", "60", "--join", "https://meet.example.com/room"];
  return staff(server, "live", "add", "bench", "--title", "Open floor", "--start", start, ...place, ...more).split("\n")[0];
}

const joined = (server, id) => JSON.parse(staff(server, "live", "show", id, "--format", "json")).joined;

async function joins({ kind, server }, cookies) {
  const connections = await connect([server]);
  const ratios = [];
  let times = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = plan(server, 10);
    const send = async (connection, number) => {
      if (number >= MEMBERS) return "none";
      await connection.ask(`/api/live/${id}/join`, { method: "POST", cookie: cookies[number] });
      return "join";
    };
    // A timer may end a moment before the last planned request.
    ({ join: times } = await planned(connections, MEMBERS / SECONDS, send, sleep(SECONDS * 1_000 + 200)));
    if (joined(server, id) !== MEMBERS) throw new Error(`${joined(server, id)} of ${MEMBERS} members have joined`);
    ratios.push(JOIN_GOAL / p99(times));
  }
  for (const connection of connections) connection.close();
  const detail = `${p99(times).toFixed(1)} ms, median ${times[times.length >> 1].toFixed(1)} ms, ${MEMBERS} rows`;
  note(`${kind}: ${MEMBERS} members join within ${SECONDS} s, p99, of ${JOIN_GOAL} ms`, 1, ratios, detail);
}

/** The path of a member's calendar, and the tag of its answer. */
async function calendarOf(server, cookie) {
  const { data } = await call(server, "/api/user/calendar", { method: "POST", cookie });
  const path = new URL(data.url).pathname;
  // Without compression, as the connections of the measurement ask.
  const answer = await fetch(`${server.url}${path}`, { headers: { "accept-encoding": "identity" } });
  return { path, headers: { "If-None-Match": answer.headers.get("etag") } };
}

async function calendars({ kind, server }, cookies) {
  plan(server, 2 * 24 * 60, "--weekly", String(SERIES));
  const own = [];
  for (const cookie of cookies.slice(0, 100)) own.push(await calendarOf(server, cookie));
  const connection = await memberConnection(server);
  await percentile(`${kind}: a calendar that has not changed`, CALENDAR_GOAL, CALENDARS, async (number) => {
    const { path, headers } = own[number % own.length];
    await connection.unchanged(path, { headers });
  });
  connection.close();
  const [{ path, headers }] = own;
  const bare = (time) => wrk(`${server.url}/healthz`, { time });
  const asked = (given) => (time) => wrk(`${server.url}${path}`, { headers: given, time });
  await compare(`${kind}: a calendar of ${SERIES} sessions that has not changed to a fixed body`, 0, asked(headers), bare);
  await compare(`${kind}: the same calendar in full to a fixed body`, 0, asked({}), bare);
}

export async function live(bench) {
  const cookies = await crowd(bench.server);
  await joins(bench, cookies);
  await calendars(bench, cookies);
}
