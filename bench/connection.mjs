// One connection that is used again and again. `fetch` adds a jitter of its own: the 99th percentile of `/healthz` was 4.8 ms by fetch
// and 0.16 ms by this, on the same server.
import { once } from "node:events";
import { connect } from "node:net";

/** A connection of a member, or of several in turns: `ask` sends JSON, reads JSON, and fails on an answer that is no success. */
export async function memberConnection(server, ownCookie) {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, "connect");
  const ask = async (path, { method = "GET", body, cookie = ownCookie } = {}) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...(cookie ? [`Cookie: ${cookie}`] : [])];
    if (text) lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`);
    socket.write(`${lines.join("\r\n")}\r\n\r\n${text}`);
    const { status, data } = await answerOf(socket);
    if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}: ${data}`);
    return JSON.parse(data);
  };
  return { ask, close: () => socket.destroy() };
}

/** The server gives the length of each of these answers. */
function answerOf(socket) {
  return new Promise((done, fail) => {
    let received = Buffer.alloc(0);
    const end = (act) => {
      socket.off("data", take).off("close", cut).off("error", cut);
      act();
    };
    const cut = () => end(() => fail(new Error("the server closed the connection")));
    const take = (bytes) => {
      received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
      const head = received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const lines = received.toString("latin1", 0, head);
      const length = /^content-length: (\d+)$/im.exec(lines);
      if (!length) return end(() => fail(new Error(`an answer without its length:\n${lines}`)));
      if (received.length < head + 4 + Number(length[1])) return;
      const data = received.toString("utf8", head + 4);
      end(() => done({ status: Number(lines.slice(9, 12)), data }));
    };
    socket.on("data", take).on("close", cut).on("error", cut);
  });
}
