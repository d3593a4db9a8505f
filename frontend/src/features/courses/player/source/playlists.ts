// Reads the first files of an HLS playlist (RFC 8216) before hls.js is loaded and reads all of it.

interface Variant {
  url: string;
  /** Bits per second: the mean, as hls.js takes it, else the greatest. */
  bitrate: number;
}

/** The renditions of a master playlist. */
export function parseVariants(text: string, address: string): Variant[] {
  return linesOf(text).flatMap((line, index, lines) => {
    const uri = lines[index + 1];
    if (!line.startsWith('#EXT-X-STREAM-INF:') || !uri || uri.startsWith('#')) return [];
    const rate = /[:,]AVERAGE-BANDWIDTH=(\d+)/.exec(line) ?? /[:,]BANDWIDTH=(\d+)/.exec(line);
    return [{ url: new URL(uri, address).href, bitrate: Number(rate?.[1] ?? 0) }];
  });
}

/** Of a media playlist: the init segment, and the segment that holds a second. */
export function filesAt(text: string, address: string, seconds: number): string[] {
  const init = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(text)?.[1];
  let end = 0;
  let segment: string | undefined;
  for (const line of linesOf(text)) {
    if (line.startsWith('#EXTINF:')) end += Number.parseFloat(line.slice('#EXTINF:'.length));
    else if (line !== '' && !line.startsWith('#') && end > 0) {
      segment = line;
      if (end > seconds) break;
    }
  }
  return [init, segment].flatMap((uri) => (uri ? [new URL(uri, address).href] : []));
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}
