// Starts the server binary on a free port with the demo catalogue in a folder of its own, and runs commands of the
// staff CLI on the same data.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** `PORTAL_BINARIES` names another folder, for instance an earlier release. */
const binaries =
  process.env.PORTAL_BINARIES ??
  fileURLToPath(new URL('../../../target/release/', import.meta.url));
const run = promisify(execFile);

/** Generous, because the machine may be busy; the start time is not what is tested. */
const START_MS = 60_000;
const START_TRIES = 3;

/** `host` is the name that the server is reached by: passkeys need a name and no IP address. */
export async function startServer({ host = '127.0.0.1', ...settings } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-browser-'));
  for (let tries = 1; ; tries += 1) {
    try {
      return await startIn(folder, host, settings);
    } catch (error) {
      // Another process took the port between its choice and its use.
      if (tries < START_TRIES && /in use/.test(error.message)) continue;
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }
}

async function startIn(folder, host, settings) {
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `sqlite://${join(folder, 'portal.db')}`,
    PORTAL_DATA_DIR: folder,
    PORTAL_DEMO: 'on',
    PORTAL_LISTEN: `127.0.0.1:${port}`,
    // Links in mails lead to this server.
    PORTAL_PUBLIC_URL: url,
    // All tests share one client address.
    PORTAL_AUTH_ATTEMPTS_PER_MINUTE: '1000',
    RUST_LOG: 'warn',
    ...settings,
  };
  const child = spawn(join(binaries, 'portal-api'), { cwd: folder, env });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let demo;
  try {
    demo = await announced(child);
  } catch (error) {
    child.kill('SIGKILL');
    await exited;
    throw error;
  }
  return {
    url,
    demo,
    outbox: join(folder, 'outbox'),
    staff: async (...words) => {
      const { stdout } = await run(join(binaries, 'portal'), words, { cwd: folder, env });
      return stdout.trim();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the server's output until its start message is complete. */
function announced(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why) => reject(new Error(`The server did not start: ${why}\n${output}`));
    const timeout = setTimeout(() => fail(`no start message after ${START_MS} ms`), START_MS);
    const read = (chunk) => {
      output += chunk;
      const signIn = /Demo sign-in\s+(\S+) \/ (\S+)/.exec(output);
      const key = /Purchase key\s+(\S+)/.exec(output);
      if (signIn === null || key === null || !output.includes('Stop it')) return;
      clearTimeout(timeout);
      resolve({ username: signIn[1], password: signIn[2], key: key[1] });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timeout);
      fail(`it ended with ${code}`);
    });
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
