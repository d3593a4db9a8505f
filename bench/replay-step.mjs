// How long a step of a replay takes from the key to the picture: a screen of 390 x 844 with three pixels to a point, and the processor
// slowed down four times, as a phone's. Each step asks the server for a bar. Prints the mark's ratio to each run's median.
import { join } from "node:path";

import { courseId, lessonsOf } from "./courses.mjs";
import { hasFailed, median, note, table } from "./figures.mjs";
import { replayCourse } from "./groups/replay.mjs";
import { cleanUp, folder, register, staff, startServer } from "./harness.mjs";
import { openBrowser } from "./opening.mjs";

const RUNS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Each is a bar of five minutes; the five days have 390. */
const STEPS = 50;
const SLOWED_DOWN = 4;
const MARK_MS = 50;

async function measure(browser, { url, cookie, course, lesson }) {
  const [name, ...value] = cookie.split("=");
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true });
  try {
    await context.addCookies([{ name, value: value.join("="), url }]);
    const page = await context.newPage();
    await page.goto(`${url}/portal/course/${course}?lesson=${lesson}`);
    await page.getByRole("button", { name: "Start a run" }).click();
    await page.getByRole("log").waitFor({ state: "attached" });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED_DOWN });
    const runs = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const times = [];
      for (let step = 0; step < STEPS; step += 1) {
        // The page waits before the key comes.
        const pictured = await page.evaluateHandle(timeToPicture);
        await page.keyboard.press("n");
        times.push(await pictured.evaluate(({ time }) => time));
      }
      runs.push(times.toSorted((a, b) => a - b));
    }
    // The first warms up.
    return runs.slice(1);
  } finally {
    await context.close();
  }
}

/** Runs in the page; `time` is a promise of milliseconds from the next key until the frame with the chart that it changed is drawn. */
function timeToPicture() {
  const time = new Promise((done) => {
    let pressed;
    addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { once: true, capture: true });
    const charts = [...document.querySelectorAll("svg")].filter((svg) => svg.getBoundingClientRect().height > 100);
    const changed = new MutationObserver(() => {
      if (pressed === undefined) return;
      changed.disconnect();
      // A message comes after the frame.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => done(performance.now() - pressed));
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    });
    for (const chart of charts) changed.observe(chart, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  // Not the promise itself, which would be awaited at once.
  return { time };
}

try {
  const server = await startServer({ name: "replay-step", database: `sqlite://${join(folder, "replay-step.db")}` });
  staff(server, "courses", "import", replayCourse());
  const cookie = await register(server, staff(server, "codes", "issue", "--course", "replay").trim(), 1);
  const [lesson] = await lessonsOf(server, "replay", cookie);
  const browser = await openBrowser();
  try {
    const runs = await measure(browser, { url: server.url, cookie, course: courseId(server, "replay"), lesson: lesson.id });
    const medians = runs.map((times) => median(times));
    const p99 = median(runs.map((times) => times[Math.ceil(0.99 * times.length) - 1]));
    const said = `${median(medians).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${STEPS} one after the other`;
    note(`a step of a replay, from key to picture, of ${MARK_MS} ms`, 1, medians.map((time) => MARK_MS / time), said);
  } finally {
    await browser.close();
  }
} finally {
  await cleanUp();
}
console.log(`\n${table()}`);
process.exitCode = hasFailed() ? 1 : 0;
