// How many frames a second the chart of an exercise draws while it is moved: 200 bars on a screen of 390 x 844 with three pixels to a
// point, and the processor slowed down four times, as a phone's. Each frame moves the bars, and a few zoom. Prints the rate of each
// run as a ratio to 60, the most that the browser draws.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { courseId, lessonsOf, writeCourse } from "./courses.mjs";
import { hasFailed, median, note, table } from "./figures.mjs";
import { cleanUp, folder, register, staff, startServer } from "./harness.mjs";
import { openBrowser } from "./opening.mjs";

const RUNS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const BARS = 200;
const SLOWED_DOWN = 4;
const GOAL = 60;

function writeChartCourse() {
  const at = writeCourse("chart-frames", [['file = "read.md"\ntitle = "To read"\nexercises = "exercises.toml"']]);
  const start = Date.parse("2026-03-02T14:30:00Z");
  const bars = Array.from({ length: BARS }, (_, n) => {
    const open = 5000 + 40 * Math.sin(n / 17) + 6 * Math.sin(n / 3);
    const close = open + 5 * Math.sin(n);
    const [low, high] = [Math.min(open, close) - 2, Math.max(open, close) + 2];
    const prices = [open, high, low, close].map((price) => Math.round(price * 4) / 4);
    return `${new Date(start + n * 300_000).toISOString()},${prices.join(",")}`;
  });
  writeFileSync(join(at, "chart.csv"), `time,open,high,low,close\n${bars.join("\n")}\n`);
  writeFileSync(join(at, "read.md"), "A text.\n");
  writeFileSync(
    join(at, "exercises.toml"),
    '[[exercises]]\nid = "level"\nprompt = "Where?"\nkind = "level"\nchart = "chart.csv"\nanswer = 5005.25\ntolerance = 0.5\n',
  );
  return at;
}

async function measure(browser, { url, cookie, course, lesson }) {
  const [name, ...value] = cookie.split("=");
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true });
  try {
    await context.addCookies([{ name, value: value.join("="), url }]);
    const page = await context.newPage();
    await page.goto(`${url}/portal/course/${course}?lesson=${lesson}`);
    const bars = page.getByRole("slider", { name: "Bars" });
    await bars.scrollIntoViewIfNeeded();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED_DOWN });
    const rates = [];
    for (let run = 0; run <= RUNS; run += 1) rates.push(await bars.evaluate(framesWhileMoved, SECONDS));
    // The first warms up.
    return rates.slice(1);
  } finally {
    await context.close();
  }
}

/** Runs in the page: the frames a second while the bars are moved to and fro, zoomed in. */
function framesWhileMoved(bars, seconds) {
  const svg = bars.closest("svg") ?? bars.parentElement.querySelector("svg") ?? bars;
  const { left, top, width, height } = svg.getBoundingClientRect();
  const turn = (init) => {
    const place = { clientX: left + width / 2, clientY: top + height / 2 };
    svg.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, ...place, ...init }));
  };
  return new Promise((done) => {
    let frames = 0;
    let began;
    const frame = (now) => {
      began ??= now;
      if (now - began >= seconds * 1000) return done((1000 * frames) / (now - began));
      frames += 1;
      if (frames % 30 === 0) turn({ deltaY: frames % 60 === 0 ? 120 : -120 });
      else turn({ deltaX: frames % 120 < 60 ? 40 : -40 });
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

try {
  const server = await startServer({ name: "chart-frames", database: `sqlite://${join(folder, "chart-frames.db")}` });
  staff(server, "courses", "import", writeChartCourse());
  const cookie = await register(server, staff(server, "codes", "issue", "--course", "chart-frames").trim(), 1);
  const [lesson] = await lessonsOf(server, "chart-frames", cookie);
  const browser = await openBrowser();
  try {
    const rates = await measure(browser, { url: server.url, cookie, course: courseId(server, "chart-frames"), lesson: lesson.id });
    const [least, middle, most] = [Math.min(...rates), median(rates), Math.max(...rates)].map((rate) => rate.toFixed(1));
    note(`chart of ${BARS} bars, frames a second, of ${GOAL}`, 0.95, rates.map((rate) => rate / GOAL), `${middle}, ${least} to ${most}`);
  } finally {
    await browser.close();
  }
} finally {
  await cleanUp();
}
console.log(`\n${table()}`);
process.exitCode = hasFailed() ? 1 : 0;
