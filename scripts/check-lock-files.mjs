// Holds the lock files of npm: each package by its content, from the registry alone, and with the binaries of every platform that
// its authors build, so that `npm ci` installs the same anywhere. Needs no network.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

const root = path.resolve(import.meta.dirname, '..');
/** Where the product is built and worked on. A package with a binary for one of several platforms has one for each of these. */
const platforms = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
];
const problems = [];

/** The entry that a package at `place` gets when it asks for `name`: the nearest `node_modules` on the way up. */
function resolve(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found !== undefined || folder === '') return found;
  }
}

function checkPackage(file, packages, place) {
  const one = packages[place];
  const wrong = (what) => problems.push(`${file}: ${place || 'the project itself'}: ${what}`);
  if (place !== '' && !one.link) {
    // What a package brings along within itself is part of that package's content.
    if (!one.inBundle && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(one.integrity ?? '')) wrong('has no SHA-512 of its content');
    // frontend/.npmrc leaves addresses out (omit-lockfile-registry-resolved); a package with an address is not of the registry.
    if (one.resolved !== undefined) wrong(`comes from ${one.resolved}, not from the registry`);
    if (!/^\d+\.\d+\.\d+/.test(one.version ?? '')) wrong('has no version');
  }
  for (const name of Object.keys({ ...one.dependencies, ...(place === '' ? one.devDependencies : {}) })) {
    if (resolve(packages, place, name) === undefined) wrong(`needs ${name}, which is missing`);
  }
  const optional = Object.keys(one.optionalDependencies ?? {}).map((name) => [name, resolve(packages, place, name)]);
  for (const [name, found] of optional) {
    if (found === undefined) wrong(`lacks ${name}; npm ci refuses that, so lock a version whose binaries the registry has`);
  }
  const binaries = optional.map(([, found]) => found).filter((found) => found?.os?.length > 0 && found?.cpu?.length > 0);
  if (binaries.length < 2) return;
  for (const [os, cpu] of platforms) {
    if (!binaries.some((binary) => binary.os.includes(os) && binary.cpu.includes(cpu))) wrong(`has no binary for ${os} on ${cpu}`);
  }
}

const tracked = execFileSync('git', ['ls-files', '-z', '*package-lock.json'], { cwd: root, encoding: 'utf8' });
const files = tracked.split('\0').filter(Boolean);
if (files.length === 0) problems.push('no lock file is tracked');
for (const file of files) {
  const lock = JSON.parse(await readFile(path.join(root, file), 'utf8'));
  if (lock.lockfileVersion !== 3) problems.push(`${file}: is of version ${lock.lockfileVersion}, not 3`);
  for (const place of Object.keys(lock.packages ?? {})) checkPackage(file, lock.packages, place);
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n${problems.length} problems of lock files\n`);
  process.exit(1);
}
