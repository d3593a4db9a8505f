// The frames of a WebSocket (RFC 6455, section 5.2): those of a client, which are masked, and one of a server.

const TEXT = 1;

/** Takes bytes as they come, and gives each whole frame: its own bytes, and its text when it is a text that is not split. */
export function frames(onFrame) {
  let kept = Buffer.alloc(0);
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    for (let frame = first(kept); frame; frame = first(kept)) {
      kept = kept.subarray(frame.raw.length);
      onFrame(frame);
    }
  };
}

/** A text from a server: whole and without a mask. */
export function textFrame(text) {
  const payload = Buffer.from(text);
  const isLong = payload.length > 125;
  const head = Buffer.alloc(isLong ? 4 : 2);
  head[0] = 0x80 | TEXT;
  head[1] = isLong ? 126 : payload.length;
  if (isLong) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

function first(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + extra) return undefined;
  const length =
    extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const masked = (bytes[1] & 0x80) !== 0;
  const begin = 2 + extra + (masked ? 4 : 0);
  if (bytes.length < begin + length) return undefined;
  const raw = bytes.subarray(0, begin + length);
  if (bytes[0] !== (0x80 | TEXT)) return { raw, text: undefined };
  const mask = bytes.subarray(begin - 4, begin);
  const payload = Buffer.from(bytes.subarray(begin, begin + length));
  if (masked) for (let at = 0; at < length; at += 1) payload[at] ^= mask[at % 4];
  return { raw, text: payload.toString() };
}
