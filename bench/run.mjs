// Prints each performance figure as a ratio to a ceiling taken in the same run; absolute rates only help to read it.
// Everything runs on loopback, for a bounded time, in a temporary folder. SECONDS=3 makes a quick look, ONLY=video takes the figures with that word.
import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const seconds = Number(process.env.SECONDS ?? 6);
const rounds = 3;
const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "portal-bench-"));
const running = [];
const rows = [];
let failed = false;

const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

// A disk whose fsync takes five milliseconds, as those of small rented machines do: strace holds each one back that long, and
// nothing else (with seccomp-bpf no other call is slowed; -D keeps the program our own child).
const slowDisk = [
  "strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null",
  "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:delay_exit=5000",
];

async function startServer(name, database, before = []) {
  const port = await freePort();
  const began = performance.now();
  const [program, ...words] = [...before, join(root, "target/release/portal-api")];
  const child = spawn(program, words, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: database,
      PORTAL_LISTEN: `127.0.0.1:${port}`,
      PORTAL_DATA_DIR: join(folder, name),
      PORTAL_AUTH_ATTEMPTS_PER_MINUTE: "1000000",
      RUST_LOG: "error",
    },
  });
  running.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error("the server ended");
    try {
      const answer = await fetch(`${url}/readyz`);
      if (answer.ok) return { url, child, name, database, milliseconds: performance.now() - began };
    } catch {
      // Not listening yet.
    }
    await new Promise((next) => setTimeout(next, 1));
  }
}

const stop = (child) =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", done);
    child.kill("SIGTERM");
  });

const staff = (server, ...words) =>
  execFileSync(join(root, "target/release/portal"), words, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: server.database, PORTAL_DATA_DIR: join(folder, server.name) },
  });

async function register(server, key, number) {
  const answer = await fetch(`${server.url}/api/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      username: `trader${number}`,
      email: `trader${number}@example.com`,
      password: "a long enough password",
      purchaseCode: key,
    }),
  });
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.getSetCookie()[0].split(";")[0];
}

// Requests a second; any answer that is no success spoils the measurement, so it ends it.
async function wrk(url, { clients = 32, headers = {}, script, time = seconds } = {}) {
  const words = ["-t2", `-c${clients}`, `-d${time}s`];
  for (const [name, value] of Object.entries(headers)) words.push("-H", `${name}: ${value}`);
  if (script) words.push("-s", script);
  const { stdout } = await run("wrk", [...words, url]);
  if (/Non-2xx/.test(stdout)) throw new Error(`failed answers from ${url}:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

// The two are taken in turns, because the machine's own speed moves; the median of the rounds' ratios counts.
async function compare(what, goal, measured, ceiling) {
  if (process.env.ONLY && !what.includes(process.env.ONLY)) return;
  const ratios = [];
  let last = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    last = [await measured(), await ceiling()];
    ratios.push(last[0] / last[1]);
  }
  note(what, median(ratios), goal, `${Math.round(last[0])} against ${Math.round(last[1])} a second`);
}

function note(what, ratio, goal, detail) {
  const kept = ratio >= goal;
  failed ||= !kept;
  rows.push([what, ratio.toFixed(2), goal ? `>= ${goal}` : "", goal ? (kept ? "kept" : "MISSED") : "", detail]);
  console.log(rows.at(-1).join("  |  "));
}

// nginx serves the same bytes from a folder, as its own manual sets it up for files.
async function startNginx(files) {
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `worker_processes 2; daemon off; pid ${folder}/nginx.pid; error_log stderr error;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; gzip_static on;
       types { text/html html; video/mp4 mp4; }
       client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
       uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       server { listen 127.0.0.1:${port}; root ${files}; } }`,
  );
  const words = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child = spawn("nginx", ["-c", config, ...words], { stdio: ["ignore", "ignore", "inherit"] });
  running.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 500; tries += 1) {
    try {
      await fetch(url);
      return url;
    } catch {
      await new Promise((next) => setTimeout(next, 10));
    }
  }
  throw new Error("nginx did not start");
}

function largestVideo() {
  const found = [];
  const walk = (at) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.name.endsWith(".mp4")) found.push(path);
    }
  };
  walk(join(root, "demo"));
  return found.toSorted((a, b) => statSync(b).size - statSync(a).size)[0];
}

// The embedded file whose size is nearest.
function assetOfSize(size) {
  const assets = join(root, "frontend/dist/assets");
  const files = readdirSync(assets).map((name) => ({ path: `/assets/${name}`, bytes: statSync(join(assets, name)).size }));
  return files.toSorted((a, b) => Math.abs(a.bytes - size) - Math.abs(b.bytes - size))[0];
}

// A course of 3 sections and 60 videos, the size that the figures are stated for.
function bigCourse() {
  const course = join(folder, "course");
  const video = largestVideo();
  execFileSync("mkdir", ["-p", course]);
  let manifest = 'slug = "bench"\ntitle = "Bench"\ndescription = "For measuring."\ncategory = "Futures"\ntype = "futures"\nprice = 30000\n';
  for (let section = 0; section < 3; section += 1) {
    manifest += `\n[[sections]]\nname = "Section ${section + 1}"\ndescription = "Twenty lessons."\n`;
    for (let lesson = 0; lesson < 20; lesson += 1) {
      const file = `${section}-${lesson}.mp4`;
      execFileSync("ln", [video, join(course, file)]);
      manifest += `\n[[sections.videos]]\nfile = "${file}"\ntitle = "Lesson ${lesson + 1}"\ndescription = "What a lesson says of itself in a sentence."\n`;
    }
  }
  writeFileSync(join(course, "course.toml"), manifest);
  return { course, video };
}

async function measure(kind, database) {
  const { course, video } = bigCourse();
  let server = await startServer(kind, database);
  staff(server, "courses", "import", course);
  const keys = staff(server, "codes", "issue", "--course", "bench", "--count", "64").trim().split("\n");
  const cookies = [];
  for (const [number, key] of keys.entries()) cookies.push(await register(server, key, number));
  const models = await (await fetch(`${server.url}/api/courses/1/models`, { headers: { cookie: cookies[0] } })).json();
  const first = models[0].videos[0];
  const signedIn = { cookie: cookies[0] };
  const bare = () => wrk(`${server.url}/healthz`);

  if (kind === "sqlite") {
    await stop(server.child);
    const starts = [];
    for (let round = 0; round < 5; round += 1) {
      server = await startServer(kind, database);
      starts.push(server.milliseconds);
      if (round < 4) await stop(server.child);
    }
    const start = median(starts);
    note("start to first answer, of 100 ms", 100 / start, 1, `${start.toFixed(0)} ms`);
    await new Promise((next) => setTimeout(next, 2000));
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))[1]);
    note("memory at rest, of 40 MB", 40 / (kilobytes / 1024), 1, `${(kilobytes / 1024).toFixed(1)} MB`);
  }

  const goals = kind === "sqlite" ? { user: 0.35, models: 0.4 } : { user: 0, models: 0 };
  await compare(`${kind}: GET /api/user to a fixed body`, goals.user, () => wrk(`${server.url}/api/user`, { headers: signedIn }), bare);
  await compare(
    `${kind}: GET /api/courses/{id}/models to a fixed body`,
    goals.models,
    () => wrk(`${server.url}/api/courses/1/models`, { headers: signedIn }),
    bare,
  );

  // What a fixed body of that size costs, so that the look-up can be told from the sending.
  const size = Number((await fetch(`${server.url}/api/courses/1/models`, { headers: signedIn })).headers.get("content-length"));
  const { path: fixed, bytes } = assetOfSize(size);
  await compare(
    `${kind}: the same (${size} bytes) to a fixed file of ${bytes} bytes`,
    0,
    () => wrk(`${server.url}/api/courses/1/models`, { headers: signedIn }),
    () => wrk(`${server.url}${fixed}`),
  );

  const script = join(folder, `${kind}.lua`);
  writeFileSync(
    script,
    `local cookies = {${cookies.map((cookie) => JSON.stringify(cookie)).join(",")}}
     local n, second = 0, 0
     request = function()
       n = n % #cookies + 1
       second = (second + 1) % 20
       return wrk.format("PUT", "/api/videos/${first.id}/progress",
         { ["Cookie"] = cookies[n], ["Content-Type"] = "application/json" }, '{"watchedSeconds":' .. second .. '}')
     end`,
  );
  if (kind === "sqlite") {
    const ungrouped = (before) => async () => {
      const example = join(root, "target/release/examples/ungrouped_commits");
      const [program, ...words] = [...before, example, mkdtempSync(join(folder, "ungrouped-")), String(seconds), "64"];
      return Number((await run(program, words)).stdout);
    };
    const progress = (url) => () => wrk(url, { clients: 64, script });
    await compare("progress writes to ungrouped commits, 64 clients, this disk", 0, progress(server.url), ungrouped([]));
    await stop(server.child);
    const slow = await startServer(kind, database, slowDisk);
    await compare("the same, fsync of 5 ms", 10, progress(slow.url), ungrouped(slowDisk));
    await stop(slow.child);
    server = await startServer(kind, database);
    const files = join(folder, "files");
    execFileSync("mkdir", ["-p", files]);
    execFileSync("cp", [video, join(files, "video.mp4")]);
    const page = await fetch(`${server.url}/`, { headers: { "accept-encoding": "gzip" } });
    writeFileSync(join(files, "index.html"), await page.text());
    execFileSync("gzip", ["-9", "-k", join(files, "index.html")]);
    const nginx = await startNginx(files);
    const range = { range: `bytes=0-${Math.min(statSync(video).size, 1 << 20) - 1}` };
    await compare(
      "video ranges of up to 1 MiB, signed in, to nginx",
      1,
      () => wrk(`${server.url}${first.url}`, { clients: 16, headers: { ...signedIn, ...range } }),
      () => wrk(`${nginx}/video.mp4`, { clients: 16, headers: range }),
    );
    const gzip = { "accept-encoding": "gzip" };
    await compare(
      "the home page, gzip, to nginx gzip_static",
      0.9,
      () => wrk(`${server.url}/`, { headers: gzip }),
      () => wrk(`${nginx}/index.html`, { headers: gzip }),
    );
  } else {
    await compare(`${kind}: progress writes to a fixed body`, 0, () => wrk(server.url, { clients: 64, script }), bare);
  }
  await stop(server.child);
}

try {
  await measure("sqlite", `sqlite://${join(folder, "bench.db")}`);
  if (process.env.BENCH_POSTGRES_URL) await measure("postgres", process.env.BENCH_POSTGRES_URL);
} finally {
  await Promise.all(running.map(stop));
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`);
process.exitCode = failed ? 1 : 0;
