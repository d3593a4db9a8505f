// Whether two static archives that are linked into the programs define one symbol. The linker takes the first for both and says nothing.
// Reads what `cargo … --message-format=json` writes about the build scripts, on standard input.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Defined and visible to the linker, but for weak ones, of which several are meant to be there (nm(1)). */
const DEFINED = /^(?<symbol>\S+) [TDBRCGS] /;

const messages = readFileSync(0, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line))
  .filter((message) => message.reason === 'build-script-executed');

const archives = new Set();
for (const { linked_libs, linked_paths, out_dir } of messages) {
  const folders = [out_dir, ...linked_paths.map((path) => path.replace(/^\w+=/, ''))];
  for (const name of linked_libs.filter((lib) => lib.startsWith('static')).map((lib) => lib.replace(/^.*=/, ''))) {
    const archive = folders.map((folder) => join(folder, `lib${name}.a`)).find(existsSync);
    if (archive) archives.add(archive);
  }
}

const definers = new Map();
for (const archive of archives) {
  const listed = execFileSync('nm', ['--extern-only', '--defined-only', '--format=posix', archive], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (const line of listed.split('\n')) {
    const symbol = DEFINED.exec(line)?.groups?.symbol;
    if (symbol) definers.set(symbol, (definers.get(symbol) ?? new Set()).add(basename(archive)));
  }
}

const pairs = [...definers].filter(([, names]) => names.size > 1);
for (const [symbol, names] of pairs)
  console.error(`${symbol} is in ${[...names].join(' and ')}: give one of them another name (.cargo/config.toml)`);
// Without archives nothing was compared.
if (archives.size < 2) console.error(`only ${archives.size} static archives are known: the compiler's messages are missing`);
process.exit(pairs.length > 0 || archives.size < 2 ? 1 : 0);
