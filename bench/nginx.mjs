// nginx serves the same bytes from a folder, as its own manual sets it up for files.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { answered, folder, freePort, keepTrackOf } from "./harness.mjs";

/** Its address and its process. */
export async function startNginx(files) {
  const port = await freePort();
  const config = join(folder, `nginx-${port}.conf`);
  writeFileSync(
    config,
    `worker_processes 2; daemon off; pid ${folder}/nginx-${port}.pid; error_log stderr error;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; gzip_static on;
       types { text/html html; video/mp4 mp4 m4s; }
       client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
       uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       server { listen 127.0.0.1:${port}; root ${files}; } }`,
  );
  const words = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child = keepTrackOf(spawn("nginx", ["-c", config, ...words], { stdio: ["ignore", "ignore", "inherit"] }));
  const url = `http://127.0.0.1:${port}`;
  await answered("nginx", child, url);
  return { url, child };
}
