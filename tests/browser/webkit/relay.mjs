// A connection that can be cut, between a browser and the server.
import { once } from 'node:events';
import net from 'node:net';

export async function startRelay(target) {
  const { port } = new URL(target);
  const open = new Set();
  let isCut = false;
  const relay = net.createServer((client) => {
    const server = net.connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    if (isCut) client.destroy();
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${relay.address().port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    end: async () => {
      cut();
      relay.close();
      await once(relay, 'close');
    },
  };
}
