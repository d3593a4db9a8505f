// Starts WebKit with a page on a display of its own, controlled by WebDriver (https://www.w3.org/TR/webdriver2/).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '../harness/server.mjs';

const WINDOW = fileURLToPath(new URL('window.py', import.meta.url));
const START_TRIES = 3;
const START_MS = 60_000;
/** A command of a browser whose processes rest is never answered after this. */
const ANSWER_MS = 60_000;
const REST_MS = 2_000;
/** Hundredths of a second of processor time in `REST_MS`. */
const REST_TICKS = 20;

/**
 * The engine does not answer, and its processes do nothing: GStreamer 1.22 can lock itself up in the page's process, seen as the main thread
 * waiting in `gst_pad_push_event` for a lock of a thread of the demuxer. A page whose script never ends is no such case: it takes a processor.
 */
export class EngineHangs extends Error {}

/** A screen without a monitor; the X server chooses a number that is free. */
export async function startDisplay(size) {
  const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const end = endsGroup(server);
  const [number] = await Promise.race([
    once(server.stdio[3], 'data'),
    once(server, 'exit').then(([code]) => {
      throw new Error(`Xvfb ended with ${code}`);
    }),
  ]);
  return { name: `:${number.toString().trim()}`, end };
}

/**
 * Opens a browser: `call` sends a command of its session, `problems` reads what its consoles and processes have printed as an error.
 * `scripts` run before the scripts of each page.
 */
export async function openBrowser({ display, scripts = [], env = {} }) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-webkit-'));
  const log = join(folder, 'log');
  const driver = await startDriver({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DISPLAY: display,
    // No session bus, no screen reader.
    NO_AT_BRIDGE: '1',
    ...env,
  });
  const args = ['--data', folder, '--log', log, ...scripts.flatMap((file) => ['--script', file])];
  const { sessionId } = await send(driver.url, 'POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: WINDOW, args } },
    },
  });
  return {
    call: async (method, path, body) => {
      try {
        return await send(driver.url, method, `/session/${sessionId}${path}`, body, ANSWER_MS);
      } catch (error) {
        const hangs = error.name === 'TimeoutError' && (await rests(driver.group));
        throw hangs ? new EngineHangs(`${path} is not answered.`, { cause: error }) : error;
      }
    },
    printed: () => readFile(log, 'utf8'),
    close: async () => {
      await driver.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts the driver on a free port. */
async function startDriver(env) {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    const end = endsGroup(driver);
    const until = Date.now() + START_MS;
    while (driver.exitCode === null && Date.now() < until) {
      const status = await send(url, 'GET', '/status').catch(() => undefined);
      if (status?.ready) return { url, end, group: driver.pid };
      await setTimeout(20);
    }
    await end();
    // Another process took the port between its choice and its use.
    if (tries === START_TRIES) throw new Error('WebKitWebDriver does not start.');
  }
}

/** Sends a command; a refusal is an error with the code of the standard (https://www.w3.org/TR/webdriver2/#errors). */
async function send(url, method, path, body, ms) {
  const signal = ms === undefined ? undefined : AbortSignal.timeout(ms);
  const request = method === 'POST' ? { method, body: JSON.stringify(body ?? {}) } : { method };
  const answer = await fetch(`${url}${path}`, { ...request, signal });
  const { value } = await answer.json();
  if (!answer.ok) {
    throw Object.assign(new Error(`${path}: ${value.error}: ${value.message}`), { code: value.error });
  }
  return value;
}

/** Whether the processes of a group take no processor time. */
async function rests(group) {
  const before = await ticks(group);
  await setTimeout(REST_MS);
  return (await ticks(group)) - before < REST_TICKS;
}

/** The processor time of a group's processes, in hundredths of a second (proc(5), `/proc/PID/stat`). */
async function ticks(group) {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    numbers.map((number) => readFile(`/proc/${number}/stat`, 'utf8').catch(() => '')),
  );
  return all
    .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    .filter((fields) => Number(fields[2]) === group)
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
}

/** Ends a process with all that it started: the driver's browser does not end with it. */
function endsGroup(child) {
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    kill();
    await ended;
  };
}
