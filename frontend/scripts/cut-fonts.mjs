// Cuts the two faces that the site shows out of the variable family: text in its normal width, 400 to 600
// heavy, and the narrow heading face at its one weight. A phone fetches both before its first screen is
// whole, and the family with its two axes weighs a third more. Runs before `npm run dev` and `npm run build`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import subsetFont from 'subset-font';

const FAMILY =
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2';
const FACES = {
  'instrument-sans-text': { wght: { min: 400, max: 600 }, wdth: 100 },
  // As heavy and as narrow as src/ui/theme/base.css sets headings.
  'instrument-sans-display': { wght: 620, wdth: 82 },
};
/** OpenType name ids of the licence and its address, which a copy of the font carries on. */
const LICENCE_NAMES = [13, 14];

const folder = path.resolve(import.meta.dirname, '../src/ui/theme/cut-fonts');
await mkdir(folder, { recursive: true });
const family = await readFile(createRequire(import.meta.url).resolve(FAMILY));
for (const [name, variationAxes] of Object.entries(FACES)) {
  const face = await subsetFont(family, undefined, {
    keepAllGlyphs: true,
    preserveNameIds: LICENCE_NAMES,
    targetFormat: 'woff2',
    variationAxes,
  });
  await writeFile(path.join(folder, `${name}.woff2`), face);
}
