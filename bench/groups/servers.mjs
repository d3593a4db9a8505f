// What a request costs where two servers share one PostgreSQL, to what it costs with one.
import { compare } from "../figures.mjs";
import { seconds, startServer, stop } from "../harness.mjs";
import { postgresProcessor } from "../postgres.mjs";
import { processorOf } from "../processor.mjs";
import { steadyLoad } from "../load/steady-load.mjs";

const pause = (time) => new Promise((done) => setTimeout(done, time * 1_000));

export async function servers(bench) {
  if (bench.kind !== "postgres") return;
  const other = await startServer(bench.server);
  const all = [bench.server, other];
  /** Requests for a second of the processor, in the servers and in PostgreSQL, at a steady rate. */
  const perSecond = (used) => async (time) => {
    const spent = () => postgresProcessor() + all.reduce((sum, { child }) => sum + processorOf(child), 0);
    const before = spent();
    const { count } = await steadyLoad({ ...bench, servers: used }, pause(time));
    return (count * 1_000) / (spent() - before);
  };
  const [two, one] = [perSecond(all), perSecond([bench.server])];
  await compare("requests for a second of the processor, two servers to one, 500 a second", 0.91, two, one, Math.max(seconds, 5));
  await stop(other.child);
}
