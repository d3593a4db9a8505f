// `make audit` checks every lock file of npm and every crate, and reports every advisory.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name) => readFileSync(path.join(root, name), 'utf8');

test('every lock file of npm is asked about', () => {
  const tracked = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root });
  const folders = tracked.toString().trim().split('\n').map(path.dirname);
  const asked = read('scripts/audit').match(/^for folder in (.*); do$/m)[1];
  expect(asked.split(' ').sort()).toEqual(folders.sort());
});

test('no advisory, source or withdrawn version of a crate is let through', () => {
  const tables = [...read('deny.toml').matchAll(/^\[(.+)\]\n((?:(?!\[).*\n)*)/gm)];
  const sections = Object.fromEntries(tables.map(([, name, content]) => [name, content]));
  expect(sections.advisories).toMatch(/^unmaintained = "all"$/m);
  // Accepted advisories are about crates without a maintainer, each with its reason. A fault is accepted only where the code that has it does
  // not run: this one is of private keys, and here signatures are only verified.
  const unused = ['RUSTSEC-2023-0071'];
  const [, known = ''] = /^ignore = \[\n((?:.+\n)*?)\]$/m.exec(sections.advisories) ?? [];
  for (const line of known.split('\n').filter(Boolean)) {
    if (unused.some((id) => line.includes(`"${id}"`))) continue;
    expect(line).toMatch(/^ {4}\{ id = "RUSTSEC-\d{4}-\d{4}", reason = ".*no maintainer: .+" \},$/);
  }
  expect(sections.advisories).toMatch(/^yanked = "deny"$/m);
  expect(sections.sources).toMatch(/^unknown-registry = "deny"$/m);
  expect(sections.sources).toMatch(/^unknown-git = "deny"$/m);
  expect(read('scripts/audit')).toMatch(/cargo deny --locked check --disable-fetch advisories/);
});
