// How long a lesson takes from the click on its link to its first frame in Chromium, over a line of 10 Mbit/s with 100 ms of latency:
// a lesson of the demo and one of almost two minutes, which begin with their files, and a longer one, which begins with HLS. Prints median and spread of nine
// runs each; and of the run in the middle what was requested when, began to be answered and was complete, and the video's events.
import { join } from "node:path";

import { courseId, lessonsOf, writeChart, writeCourse } from "./courses.mjs";
import { hasFailed, median, note, table } from "./figures.mjs";
import { cleanUp, folder, register, root, staff, startServer } from "./harness.mjs";
import { openBrowser, openLesson } from "./opening.mjs";

const RUNS = Number(process.env.BENCH_ROUNDS ?? 9);
const CASES = [
  { title: "Under two minutes", seconds: 118, goal: 400 },
  { title: "Over two minutes", seconds: 125, goal: 800 },
];
/** The lesson that is open before. */
const FIRST = { title: "The first", seconds: 10 };
const DEMO = { slug: "futures-foundations", goal: 400 };

async function prepare() {
  const lessons = [FIRST, ...CASES].map(({ title, seconds }) => ({ title, seconds, file: `${seconds}.mp4` }));
  const words = lessons.map(({ title, file }) => `file = "${file}"\ntitle = "${title}"\ndescription = "Of a trading screen."`);
  const at = writeCourse("first-frame", [words]);
  for (const { file, seconds } of lessons) writeChart(join(at, file), seconds);
  const server = await startServer({ name: "first-frame", database: `sqlite://${join(folder, "first-frame.db")}` });
  console.log(`packaging ${lessons.length} lessons, and those of the demo`);
  staff(server, "courses", "import", at);
  staff(server, "courses", "import", join(root, "demo", DEMO.slug));
  const cookie = await register(server, staff(server, "codes", "issue", "--course", "first-frame").trim(), 1);
  staff(server, "users", "grant", "trader1", DEMO.slug, "--access", "lifetime");
  const opened = async (slug) => ({ url: server.url, cookie, course: courseId(server, slug), lessons: await lessonsOf(server, slug, cookie) });
  return { own: await opened("first-frame"), demo: await opened(DEMO.slug) };
}

try {
  const { own, demo } = await prepare();
  const browser = await openBrowser();
  try {
    const [at, ...others] = own.lessons;
    for (const [index, { title, goal }] of CASES.entries()) await measure(browser, { ...own, at, to: others[index] }, title, goal);
    const [first, second] = demo.lessons;
    await measure(browser, { ...demo, at: first, to: second }, `Of the demo (${second.duration} s)`, DEMO.goal);
  } finally {
    await browser.close();
  }
} finally {
  await cleanUp();
}
console.log(`\n${table()}`);
process.exitCode = hasFailed() ? 1 : 0;

async function measure(browser, lesson, title, goal) {
  // The first fills the caches of a server and a browser that have just started.
  await openLesson(browser, lesson);
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await openLesson(browser, lesson));
  const times = runs.map(({ milliseconds }) => milliseconds);
  const middle = median(times);
  const [least, most] = [Math.min(...times), Math.max(...times)].map(Math.round);
  const detail = `${Math.round(middle)} ms, ${least} to ${most}`;
  note(`first frame, ${title.toLowerCase()}, of ${goal} ms`, 1, times.map((time) => goal / time), detail, median);
  for (const { times: parts, what } of runs.find(({ milliseconds }) => milliseconds === middle).steps) {
    console.log(`  ${parts.map((part) => String(part).padStart(5)).join(" ").padEnd(17)}  ${what}`);
  }
}
