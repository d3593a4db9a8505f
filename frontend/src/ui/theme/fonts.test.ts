import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { expect, test } from 'vitest';

const FAMILY =
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2';
/** Places in the list of known tables, and the tables that are stored in a form of their own (WOFF2, 4.1 and 5). */
const HEAD = 1;
const HHEA = 2;
const NAMED = 63;
const TRANSFORMED = [10, 11];

/** Of a WOFF2 file, in parts of its em: what `hhea` says of a line. */
function lineOf(file: Buffer) {
  let at = 48;
  const number = (): number => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at);
      at += 1;
      value = value * 128 + (byte % 128);
      if (byte < 128) return value;
    }
  };
  const places = new Map<number, number>();
  let begin = 0;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(at);
    at += 1;
    const tag = flags % 64;
    if (tag === NAMED) at += 4;
    const length = number();
    const version = Math.floor(flags / 64);
    const isTransformed = TRANSFORMED.includes(tag) ? version === 0 : version !== 0;
    places.set(tag, begin);
    begin += isTransformed ? number() : length;
  }
  const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const em = tables.readUInt16BE((places.get(HEAD) ?? 0) + 18);
  const of = (offset: number) => tables.readInt16BE((places.get(HHEA) ?? 0) + offset) / em;
  return { ascent: of(4), descent: -of(6), gap: of(8) };
}

test('a line of a fallback font is as high as a line of the font that it stands for', () => {
  const font = readFileSync(createRequire(import.meta.url).resolve(FAMILY));
  const line = lineOf(font);
  const css = readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8');
  const faces = [...css.matchAll(/@font-face \{[^}]*Fallback[^}]*\}/g)].map(([face]) => face);
  expect(faces).toHaveLength(4);
  for (const face of faces) {
    const of = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]) / 100;
    const size = of('size-adjust');
    expect(of('ascent-override') * size).toBeCloseTo(line.ascent, 3);
    expect(of('descent-override') * size).toBeCloseTo(line.descent, 3);
    expect(of('line-gap-override')).toBe(line.gap);
  }
});
