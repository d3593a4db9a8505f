// Requests at a steady rate, as members make them: each begins when its time has come, whatever became of those before.
import { memberConnection } from "./connection.mjs";
import { median } from "./figures.mjs";

const CONNECTIONS = 32;
const RATE = 500;

/**
 * Calls of members in turns, RATE a second, at all servers alike, until `until` is settled; the 99th percentile and the median in
 * milliseconds, and how many there were.
 */
export async function steadyLoad({ server, servers = [server], cookies, lesson, course }, until) {
  const requests = [
    () => ["/api/user"],
    () => [`/api/courses/${course}/models`],
    () => [`/api/courses/${course}/progress`],
    (n) => [`/api/videos/${lesson.id}/progress`, { method: "PUT", body: { watchedSeconds: n % 60 } }],
  ];
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => memberConnection(servers[n % servers.length])));
  const times = [];
  const waiting = [];
  const underWay = new Set();
  let failure;
  const ask = async (connection, { due, number }) => {
    const [path, options] = requests[number % requests.length](number);
    await connection.ask(path, { cookie: cookies[number % cookies.length], ...options });
    times.push(performance.now() - due);
    // The one that rested longest is next, so that every server has its share.
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
    for (; began + (number * 1_000) / RATE <= performance.now(); number += 1) waiting.push({ due: began + (number * 1_000) / RATE, number });
    next();
  }, 1);
  await until;
  clearInterval(clock);
  while (underWay.size > 0) await Promise.all(underWay);
  for (const connection of free) connection.close();
  if (failure) throw failure;
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)], median: median(times), count: times.length };
}
