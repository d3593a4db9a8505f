// Packages a minute of a trading screen at 1080p30 (bench/packaging/chart.mp4) with target/release/portal and prints what that costs and
// what comes out of it, each figure as a ratio to its goal. ffmpeg with its ssim filter is needed.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { writeChart, writeCourse } from "./courses.mjs";
import { hasFailed, note, table } from "./figures.mjs";
import { folder, isWanted, root, settingsOf } from "./harness.mjs";

// Where make-clip.py draws the prices.
const prices = "crop=144:1080:1776:0";
const media = join(folder, "media");

const environment = {
  ...settingsOf({ name: "packaging", database: `sqlite://${join(folder, "portal.db")}` }),
  PORTAL_FFMPEG: process.env.PORTAL_FFMPEG ?? "ffmpeg",
};

const portal = (...words) => [join(root, "target/release/portal"), ...words];

function runIt([program, ...words]) {
  return execFileSync(program, words, { cwd: folder, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

// Processor seconds of a command and of everything that it starts and waits for.
function processorSeconds(words) {
  const timed = ["bash", "-c", 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&3; } 3>/dev/null 2>&1', "time", ...words];
  const [user, system] = runIt(timed).trim().split(" ").map(Number);
  return user + system;
}

// What the package's index says of its low rendition.
function lowRendition() {
  const packages = join(media, "packages");
  const index = readdirSync(packages).find((name) => name.endsWith(".json"));
  const { low, files } = JSON.parse(readFileSync(join(packages, index), "utf8"));
  const sum = (column) => low.segments.reduce((total, segment) => total + segment[column], 0);
  const [bytes, ticks] = [sum(1), sum(2)];
  return { file: join(media, files[2]), kilobits: (bytes * 8) / 1000 / (ticks / 90_000) };
}

// Of the luma, against each picture of the source: a picture that the low rendition leaves out is compared with the one before it.
function similarity(file, minute) {
  const same = "setpts=PTS-STARTPTS,fps=30,scale=1920:1080";
  const filter = `[0:v]${same},${prices}[low];[1:v]${same},${prices}[source];[low][source]ssim`;
  const words = ["-hide_banner", "-nostdin", "-nostats", "-i", file, "-i", minute, "-filter_complex", filter, "-f", "null", "-"];
  const said = runIt(["bash", "-c", '"$@" 2>&1', "ssim", "ffmpeg", ...words]);
  return Number(/SSIM Y:([\d.]+)/.exec(said)[1]);
}

function measure() {
  const course = writeCourse("minute", [['file = "minute.mp4"\ntitle = "A minute"\ndescription = "Of a trading screen."']]);
  const minute = join(course, "minute.mp4");
  writeChart(minute, 60);
  runIt(portal("courses", "import", "--no-package", course));
  const seconds = processorSeconds(portal("courses", "package"));
  const low = lowRendition();
  note("packaging a minute of 1080p30, of 30 processor seconds", 1, [30 / seconds], `${seconds.toFixed(1)} s`);
  note("its low rendition, of 400 kbit/s", 1, [400 / low.kilobits], `${low.kilobits.toFixed(0)} kbit/s with its sound`);
  const found = similarity(low.file, minute);
  note("SSIM of its prices' column, to 0.98", 1, [found / 0.98], found.toFixed(4));
}

if (isWanted("packaging")) {
  measure();
  console.log(`\n${table()}`);
  process.exitCode = hasFailed() ? 1 : 0;
}
