// Writes each text of the built site a second and a third time, compressed, beside it: the server embeds these. Runs at the end of
// `npm run build`, because Node's compressors are compiled to be fast and the server's build scripts are not.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = /\.(?:css|html|js|json|mjs|svg|txt|webmanifest|xml)$/u;
/** Bytes; a smaller file is sent uncompressed. */
const LEAST = 512;
const dist = path.resolve(import.meta.dirname, '../dist');

async function compress(file) {
  const text = await readFile(file);
  if (text.length < LEAST) return;
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY,
    [BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }));
  await writeFile(
    `${file}.gz`,
    await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  );
}

const files = (await readdir(dist, { recursive: true })).filter((name) => TEXTS.test(name));
await Promise.all(files.map((name) => compress(path.join(dist, name))));
