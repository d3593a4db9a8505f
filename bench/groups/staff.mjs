// Staff's search and the page of a member, over 20,000 members, each with three accesses, ten positions, a used key and a paid order.
import { join } from "node:path";

import { percentile } from "../figures.mjs";
import { root, rounds, run, startServer, stop } from "../harness.mjs";
import { memberConnection } from "../load/connection.mjs";
import { joinAsStaff } from "../load/soft-passkey.mjs";

const MEMBERS = 20_000;
const REPEATED = 50;
/** As often a minute a name of staff may search. */
const SEARCHES_OF_A_NAME = 60;
/** Parts of names, addresses, references and keys; some that many have, some that one has, some that are in none. */
const SEARCHES = ["grown", "grown1999", "wn1999", "@example.com", "abc", "0f3", "7k2m", "AB1-2C", "a1b2c3d4", "nothing like it", "zzzz", "buyer"];
/** The origin that servers of a bench have. */
const ORIGIN = "http://localhost:8080";

export async function staffPages(bench) {
  await stop(bench.server.child);
  await run(join(root, "target/release/examples/fill_growth"), [bench.database, String(MEMBERS)]);
  bench.server = await startServer(bench.server);
  const { kind, server } = bench;
  const searches = REPEATED * SEARCHES.length;
  const cookies = [];
  // The round that warms up searches as well.
  while (cookies.length * SEARCHES_OF_A_NAME < searches * (rounds + 1)) {
    cookies.push(await joinAsStaff(server, ORIGIN, `Bench ${kind} ${cookies.length}`));
  }
  const connection = await memberConnection(server, cookies[0]);
  await percentile(`${kind}: staff's search over ${MEMBERS} members`, 30, searches, async (number, round) => {
    const cookie = cookies[Math.floor(((round + 1) * searches + number) / SEARCHES_OF_A_NAME)];
    await connection.ask("/api/staff/search", { method: "POST", body: { q: SEARCHES[number % SEARCHES.length] }, cookie });
  });
  // Each member once: the first look at one is written to the trail.
  await percentile(`${kind}: a member's page`, 50, 500, async (number, round) => {
    await connection.ask(`/api/staff/members/${1_000 + number + (round + 1) * 500}`);
  });
  await percentile(`${kind}: what is to do today`, 1_000, 5, async () => {
    await connection.ask("/api/staff/today");
  });
  connection.close();
}
