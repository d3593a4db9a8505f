// A PostgreSQL cluster of its own in the temporary folder, with the settings that PostgreSQL comes with. It refuses to run as root:
// there the user `postgres`, which Debian's package creates, runs it.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { folder, freePort, keepTrackOf } from "./harness.mjs";
import { processorOfFamily } from "./processor.mjs";

const VERSIONS = "/usr/lib/postgresql";

let cluster;

/** Processor milliseconds of the temporary cluster; 0 where another one is measured. */
export const postgresProcessor = () => (cluster ? processorOfFamily(cluster) : 0);

/** The folder of the newest version's binaries; undefined where PostgreSQL is not installed. */
function binaries() {
  try {
    const versions = readdirSync(VERSIONS).toSorted((a, b) => Number(a) - Number(b));
    return versions.length > 0 ? join(VERSIONS, versions.at(-1), "bin") : undefined;
  } catch {
    return undefined;
  }
}

function owner() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** The address of an empty database; undefined where PostgreSQL is not installed. */
export async function startPostgres() {
  const programs = binaries();
  if (!programs) return undefined;
  const user = owner();
  // The server of the group has the folder `postgres`.
  const data = join(folder, "postgres-cluster");
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) {
    chownSync(data, user.uid, user.gid);
    // The cluster's owner must be able to pass through.
    chmodSync(folder, 0o711);
  }
  const start = (program, words, stdio) => spawn(join(programs, program), words, { ...user, cwd: data, stdio });
  await ended(start("initdb", ["-D", data, "-U", "portal", "-A", "trust", "-E", "UTF8", "--no-sync"], ["ignore", "ignore", "inherit"]));
  const port = await freePort();
  const settings = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${data}`];
  // SIGINT is its fast shutdown, which waits for no client.
  const child = keepTrackOf(start("postgres", [...settings, "-c", "log_min_messages=panic"], ["ignore", "ignore", "inherit"]), "SIGINT");
  const ready = ["-q", "-h", "127.0.0.1", "-p", String(port), "-d", "postgres"];
  cluster = child;
  while ((await exitOf(start("pg_isready", ready, "ignore"))) !== 0) {
    if (child.exitCode !== null) throw new Error("PostgreSQL ended");
  }
  return `postgres://portal@127.0.0.1:${port}/postgres`;
}

/** Makes a database beside that of an address, and answers its own. */
export async function createDatabase(url, name) {
  const program = binaries() ? join(binaries(), "psql") : "psql";
  await ended(spawn(program, ["-q", url, "-c", `CREATE DATABASE ${name}`], { stdio: ["ignore", "ignore", "inherit"] }));
  const made = new URL(url);
  made.pathname = name;
  return made.href;
}

const exitOf = (child) =>
  new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", done);
  });

async function ended(child) {
  const code = await exitOf(child);
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
}
