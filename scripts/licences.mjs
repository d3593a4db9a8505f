// Writes the licence of everything that is shipped into one file: target/release-files/LICENCES.txt. What is shipped says scripts/sbom.mjs, from the
// lock files; a text is taken from the package itself and stands once, however many packages have it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'target/release-files/LICENCES.txt');
const isLicence = (name) => /^(licen[cs]e|copying|copyright|notice|unlicense|ofl)([-._].*)?$/i.test(name);

/** The folder of each crate, by its purl. */
function crateFolders() {
  const words = ['metadata', '--format-version', '1', '--locked'];
  const metadata = JSON.parse(execFileSync('cargo', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }));
  return new Map(metadata.packages.map((one) => [`pkg:cargo/${one.name}@${one.version}`, path.dirname(one.manifest_path)]));
}

/** The folder of each package of the pages, by its purl. */
function packageFolders() {
  const lock = JSON.parse(readFileSync(path.join(root, 'frontend/package-lock.json'), 'utf8'));
  const folders = new Map();
  for (const [place, one] of Object.entries(lock.packages)) {
    if (place === '') continue;
    const name = one.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    folders.set(`pkg:npm/${name.replace('@', '%40')}@${one.version}`, path.join(root, 'frontend', place));
  }
  return folders;
}

/** What the package itself says of its licence, a text a file. */
function texts(folder) {
  if (folder === undefined || !existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => isLicence(name) && statSync(path.join(folder, name)).isFile());
  return files.sort().map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}

function shipped(list) {
  const { components } = JSON.parse(readFileSync(path.join(root, `target/sbom/${list}.cdx.json`), 'utf8'));
  return components.filter(({ scope, hashes }) => scope !== 'excluded' && hashes !== undefined);
}

execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
/** The names of the packages that have a text, by its digest. */
const owners = new Map();
const found = new Map();
const lines = [];
for (const [list, folders] of [
  ['crates', crateFolders()],
  ['npm', packageFolders()],
]) {
  for (const { name, version, purl, licenses = [] } of shipped(list)) {
    const words = licenses.map((one) => one.expression ?? one.license.name).join(' AND ') || 'see its text';
    const own = texts(folders.get(purl));
    lines.push(`${name} ${version}: ${words}`);
    for (const text of own) {
      const digest = createHash('sha256').update(text).digest('hex');
      found.set(digest, text);
      owners.set(digest, [...(owners.get(digest) ?? []), `${name} ${version}`]);
    }
  }
}
const rule = '-'.repeat(100);
const parts = [...found].map(([digest, text]) => `${rule}\n${owners.get(digest).join(', ')}\n${rule}\n\n${text}\n`);
mkdirSync(path.dirname(out), { recursive: true });
const intro = 'What the programs portal-api and portal are made of, with the licence of each part.';
writeFileSync(out, `${intro}\n\n${lines.join('\n')}\n\n${parts.join('\n')}`);
process.stdout.write(`${path.relative(root, out)}: ${lines.length} packages, ${found.size} texts\n`);
