// Subsets the variable font family to the two faces in use: text at normal width with weights 400 to 600, and narrow
// headings at one weight. A page needs both for its first screen, and the whole family is a third larger. Runs before
// `npm run dev` and `npm run build`.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import subsetFont from 'subset-font';

const FAMILY =
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2';
const FACES = {
  'instrument-sans-text': { wght: { min: 400, max: 600 }, wdth: 100 },
  // The weight and width of headings in src/ui/theme/base.css.
  'instrument-sans-display': { wght: 620, wdth: 82 },
};
/** OpenType name ids of the licence and its address, which a modified font must keep. */
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
