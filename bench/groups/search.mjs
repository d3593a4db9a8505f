// Search over 270,000 cues in 20 courses, of which a member holds 5: words that are in most passages, rare ones, beginnings, several
// at once, none.
import { join } from "node:path";

import { memberConnection } from "../load/connection.mjs";
import { percentile } from "../figures.mjs";
import { call, register, root, run, staff, startServer, stop } from "../harness.mjs";

const QUERIES = [
  "the", "price", "price market", "stop loss", "stop-loss", "the price is high", "high low", "tr", "pri", "wa", "w wb",
  "wzzb", "wabc", "wbad wcab", "market wxyz", "lev", "level trade you loss", "price wkkd", "nothing like it", "12.50",
];
const HELD = [3, 7, 11, 15, 19];
const REPEATED = 25;
/** `price` is in most passages. */
const MANY = { q: "price", found: 20 };

export async function search(bench) {
  await stop(bench.server.child);
  await run(join(root, "target/release/examples/fill_transcripts"), [bench.database]);
  bench.server = await startServer(bench.server);
  const { kind, server } = bench;
  const keys = HELD.map((number) => staff(server, "codes", "issue", "--course", `search-${number}`).trim());
  const cookie = await register(server, keys[0], 1000);
  for (const purchaseKey of keys.slice(1)) {
    await call(server, "/api/user/redeem", { cookie, method: "POST", body: { purchaseKey } });
  }
  const connection = await memberConnection(server, cookie);
  await percentile(`${kind}: search over 270,000 cues`, 50, REPEATED * QUERIES.length, async (number) => {
    const q = QUERIES[number % QUERIES.length];
    const found = await connection.ask(`/api/search?q=${encodeURIComponent(q)}`);
    if (q === MANY.q && found.length !== MANY.found) throw new Error(`the search for ${q} found ${found.length} places`);
  });
  connection.close();
}
