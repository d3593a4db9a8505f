// What the measurements share: a temporary folder that is removed at the end, servers, the staff command, members, and wrk.
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

export const run = promisify(execFile);
export const root = resolve(import.meta.dirname, "..");
export const folder = mkdtempSync(join(tmpdir(), "portal-bench-"));
/** How long each side of a comparison is measured in each round. Not SECONDS, which bash counts up by itself. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 4);
export const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

const running = [];

/** Whether this group of figures is to be taken; ONLY names one or several, with commas between. */
export const isWanted = (group) => !process.env.ONLY || process.env.ONLY.split(",").includes(group);

/** Ends the process when everything is cleaned up. */
export function keepTrackOf(child, signal = "SIGTERM") {
  running.push({ child, signal });
  return child;
}

/** Ends all processes. The folder is removed when this process exits. */
export async function cleanUp() {
  // The newest first: servers before the database that they use.
  for (const { child, signal } of running.toReversed()) await stop(child, signal);
}

process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

export const stop = (child, signal = "SIGTERM") =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", done);
    child.kill(signal);
  });

export const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Asks until there is an answer that is taken, or the process has ended. */
export async function answered(what, child, url, isTaken = () => true) {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${what} ended`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer && isTaken(answer)) return;
    await new Promise((next) => setTimeout(next, 1));
  }
}

export function settingsOf({ name, database }) {
  return {
    ...process.env,
    DATABASE_URL: database,
    PORTAL_DATA_DIR: join(folder, name),
    // One for all databases: what is packaged for one need not be packaged for the next.
    PORTAL_MEDIA_URL: `file://${join(folder, "media")}`,
    RUST_LOG: "error",
  };
}

/** Servers of one name share a data folder. `before` are the words of a command that starts the server. */
export async function startServer({ name, database }, before = []) {
  const port = await freePort();
  const began = performance.now();
  const [program, ...words] = [...before, join(root, "target/release/portal-api")];
  const env = {
    ...settingsOf({ name, database }),
    PORTAL_LISTEN: `127.0.0.1:${port}`,
    PORTAL_AUTH_ATTEMPTS_PER_MINUTE: "1000000",
  };
  const child = keepTrackOf(spawn(program, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], env }));
  const url = `http://127.0.0.1:${port}`;
  await answered("the server", child, `${url}/readyz`, ({ ok }) => ok);
  return { url, child, name, database, milliseconds: performance.now() - began };
}

/** Runs a command of staff on the database and the files of a server, and returns what it prints. */
export const staff = (server, ...words) =>
  execFileSync(join(root, "target/release/portal"), words, {
    cwd: folder,
    encoding: "utf8",
    env: settingsOf(server),
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Sends JSON and reads JSON; any answer that is no success is an error. */
export async function call(server, path, { cookie, method = "GET", body } = {}) {
  const headers = { ...(cookie && { cookie }), ...(body && { "content-type": "application/json" }) };
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${server.url}${path}`, request);
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return { answer, data: await answer.json() };
}

/** A new member with the course of a purchase key; returns the cookie of the session. */
export async function register(server, purchaseCode, number) {
  const username = `trader${number}`;
  const body = { username, email: `${username}@example.com`, password: "a long enough password", purchaseCode };
  const { answer } = await call(server, "/api/register", { method: "POST", body });
  return answer.headers.getSetCookie()[0].split(";")[0];
}

/** Requests a second; any answer that is no success spoils the measurement, so it ends it. */
export async function wrk(url, { clients = 32, headers = {}, script, time = seconds } = {}) {
  const words = ["-t2", `-c${clients}`, `-d${time}s`];
  for (const [name, value] of Object.entries(headers)) words.push("-H", `${name}: ${value}`);
  if (script) words.push("-s", script);
  const { stdout } = await run("wrk", [...words, url]);
  // An answer after more than two seconds is a "timeout" to wrk, and only slow.
  if (/Non-2xx|Socket errors:.* (connect|read|write) [1-9]/.test(stdout)) throw new Error(`failed answers from ${url}:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
}
