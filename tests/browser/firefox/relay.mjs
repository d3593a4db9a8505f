#!/usr/bin/env node
// Firefox between Playwright and the browser. Playwright drives a released Firefox by WebDriver BiDi and sets the colour scheme of
// every context by a command that Firefox ESR does not have, so that no context can be made. This program starts Firefox, passes
// everything on, and answers that one command itself: the tests do not need it.
import { spawn } from 'node:child_process';
import net from 'node:net';
import process from 'node:process';

import { frames, textFrame } from './frames.mjs';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const LISTENING = /^WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/;
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

let rest = '';
firefox.stderr.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const port = LISTENING.exec(line)?.[1];
    if (port === undefined) process.stderr.write(`${line}\n`);
    else listen(Number(port));
  }
});

function listen(port) {
  const server = net.createServer((client) => relay(client, net.connect(port, '127.0.0.1'), port));
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
}

function relay(client, browser, port) {
  browser.pipe(client);
  for (const [one, other] of [
    [client, browser],
    [browser, client],
  ]) {
    one.on('close', () => other.destroy());
    one.on('error', () => other.destroy());
  }
  let head = Buffer.alloc(0);
  let shaken = false;
  const read = frames(({ text, raw }) => {
    const command = text?.includes(UNKNOWN) ? JSON.parse(text) : undefined;
    if (command?.method !== UNKNOWN) return browser.write(raw);
    return client.write(textFrame(JSON.stringify({ type: 'success', id: command.id, result: {} })));
  });
  client.on('data', (bytes) => {
    if (shaken) return read(bytes);
    // The handshake names the port that Firefox itself listens on.
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    shaken = true;
    const request = head.subarray(0, end + 4).toString('latin1');
    browser.write(request.replace(/^Host: .*$/im, `Host: 127.0.0.1:${port}`), 'latin1');
    return read(head.subarray(end + 4));
  });
}
