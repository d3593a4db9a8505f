// Reads WebVTT that this product's server wrote: the captions of a lesson, and the cues of its seek pictures.

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
}

const TIMING = /^((?:\d+:)?\d\d:\d\d\.\d{3})\s+-->\s+((?:\d+:)?\d\d:\d\d\.\d{3})/;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

export function parseWebVtt(source: string): Cue[] {
  return source
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => TIMING.test(line));
      const [, from, to] = TIMING.exec(lines[at] ?? '') ?? [];
      if (from === undefined || to === undefined) return [];
      const text = plainText(lines.slice(at + 1).join('\n')).trim();
      return [{ start: secondsOf(from), end: secondsOf(to), text }];
    });
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function plainText(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
