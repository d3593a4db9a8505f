// Calls of members at a steady rate.
import { connect, p99, planned } from "./arrivals.mjs";
import { median } from "../figures.mjs";

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
  const connections = await connect(servers);
  const send = async (connection, number) => {
    const [path, options] = requests[number % requests.length](number);
    await connection.ask(path, { cookie: cookies[number % cookies.length], ...options });
    return "call";
  };
  const { call: times } = await planned(connections, RATE, send, until);
  for (const connection of connections) connection.close();
  return { p99: p99(times), median: median(times), count: times.length };
}
