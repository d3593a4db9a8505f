// Requests of members over a fixed number of connections: at a planned rate, each with its planned moment, or one after the other.
import { memberConnection } from "./connection.mjs";

const CONNECTIONS = 32;

export const connect = (servers, count = CONNECTIONS) =>
  Promise.all(Array.from({ length: count }, (_, n) => memberConnection(servers[n % servers.length])));

/**
 * Request after request at `rate` a second until `until` is settled: each begins at its planned moment, regardless of the requests
 * before, or as soon after it as a connection is free. `send` takes a connection and the request's number, and may return the
 * request's kind.
 *
 * Resolves to the milliseconds from the planned moment to the end of the answer, sorted, by kind.
 */
export async function planned(connections, rate, send, until) {
  const free = [...connections];
  const times = {};
  const waiting = [];
  const underWay = new Set();
  let failure;
  const ask = async (connection, { due, number }) => {
    const kind = await send(connection, number);
    (times[kind] ??= []).push(performance.now() - due);
    // The connection that rested longest is next, so that every server has its share.
    free.push(connection);
  };
  const next = () => {
    while (free.length > 0 && waiting.length > 0) {
      const asked = ask(free.shift(), waiting.shift()).then(next, (error) => (failure = error));
      underWay.add(asked);
      void asked.then(() => underWay.delete(asked));
    }
  };
  const began = performance.now();
  let number = 0;
  const clock = setInterval(() => {
    for (; began + (number * 1_000) / rate <= performance.now(); number += 1) waiting.push({ due: began + (number * 1_000) / rate, number });
    next();
  }, 1);
  await until;
  clearInterval(clock);
  while (underWay.size > 0) await Promise.all(underWay);
  if (failure) throw failure;
  for (const kind of Object.values(times)) kind.sort((a, b) => a - b);
  return times;
}

/** Each connection sends its next request when the last one is answered, for so many seconds; resolves to how many were answered. */
export async function saturated(connections, send, seconds) {
  const end = performance.now() + seconds * 1_000;
  let number = 0;
  let answered = 0;
  const repeat = async (connection) => {
    while (performance.now() < end) {
      await send(connection, number++);
      answered += 1;
    }
  };
  await Promise.all(connections.map(repeat));
  return answered;
}

/** The 99th percentile of sorted values. */
export const p99 = (sorted) => sorted[Math.floor(sorted.length * 0.99)];
