// The course folders that are measured, and a server with members who hold them.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { call, folder, register, root, staff, startServer } from "./harness.mjs";

const ffmpeg = (...words) => execFileSync("ffmpeg", ["-v", "error", "-nostdin", ...words]);

/** `lessons` are sections of lessons, each a table of course.toml without its header. */
export function writeCourse(slug, sections) {
  const at = join(folder, "courses", slug);
  mkdirSync(at, { recursive: true });
  const head = `slug = "${slug}"\ntitle = "For ${slug}"\ndescription = "For measuring."\ncategory = "Futures"\ntype = "futures"\nprice = 30000\n`;
  const tables = sections.map((lessons, number) => {
    const section = `\n[[sections]]\nname = "Section ${number + 1}"\ndescription = "Of ${lessons.length} lessons."\n`;
    return section + lessons.map((lesson) => `\n[[sections.videos]]\n${lesson}\n`).join("");
  });
  writeFileSync(join(at, "course.toml"), head + tables.join(""));
  return at;
}

/** The recording of a trading screen of bench/packaging, again and again, for so many seconds. */
export function writeChart(file, seconds) {
  const clip = join(root, "bench/packaging/chart.mp4");
  ffmpeg("-stream_loop", "-1", "-i", clip, "-t", String(seconds), "-c", "copy", "-movflags", "+faststart", file);
}

let chart;
/** A minute of that recording, made once: 5 MB. */
export function minuteOfChart() {
  if (!chart) {
    chart = join(folder, "minute.mp4");
    writeChart(chart, 60);
  }
  return chart;
}

/** 3 sections and 60 videos, the size that the figures are stated for. The first lesson lasts an hour, the others are one file. */
function writeBigCourse() {
  const describe = (file, title) => `file = "${file}"\ntitle = "${title}"\ndescription = "What a lesson says of itself in a sentence."`;
  const sections = [0, 1, 2].map((section) =>
    Array.from({ length: 20 }, (_, lesson) => describe(`${section}-${lesson}.mp4`, `Lesson ${lesson + 1}`)),
  );
  const at = writeCourse("bench", sections);
  const video = minuteOfChart();
  for (const name of sections.flatMap((lessons, section) => lessons.map((_, lesson) => `${section}-${lesson}.mp4`))) {
    if (name !== "0-0.mp4") linkSync(video, join(at, name));
  }
  const picture = ["-f", "lavfi", "-i", "color=gray:size=64x36:rate=1", "-t", "3600", "-c:v", "libx264", "-preset", "ultrafast"];
  ffmpeg(...picture, "-pix_fmt", "yuv420p", join(at, "0-0.mp4"));
  return at;
}

export function courseId(server, slug) {
  return JSON.parse(staff(server, "courses", "list", "--format", "json")).find((course) => course.slug === slug).id;
}

/** The lessons of a course, as a member sees them. */
export async function lessonsOf(server, slug, cookie) {
  const { data } = await call(server, `/api/courses/${courseId(server, slug)}/models`, { cookie });
  return data.flatMap(({ videos }) => videos);
}

const MEMBERS = 64;

/** A server whose members hold the big course; the first of them is `trader0`. */
export async function startWithMembers(kind, database, members = MEMBERS) {
  const server = await startServer({ name: kind, database });
  staff(server, "courses", "import", "--no-package", bigCourse());
  const keys = staff(server, "codes", "issue", "--course", "bench", "--count", String(members)).trim().split("\n");
  const cookies = [];
  for (const [number, key] of keys.entries()) cookies.push(await register(server, key, number));
  const [hour, lesson] = await lessonsOf(server, "bench", cookies[0]);
  return { kind, database, server, cookies, cookie: cookies[0], hour, lesson, course: courseId(server, "bench") };
}

let written;
const bigCourse = () => (written ??= writeBigCourse());
