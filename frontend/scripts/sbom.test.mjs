// What `make sbom` lists: everything that is shipped, by its content, and nothing that only tests have.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const listed = (name) => JSON.parse(read(`target/sbom/${name}.cdx.json`)).components;

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root });
}, 60_000);

test('every crate of the programs is there by its content, and none of the tests', () => {
  const crates = listed('crates');
  const names = crates.map(({ name }) => name);
  for (const name of [
    'portal-api',
    'portal-server',
    'portal-cli',
    'accounts',
    'diesel',
    'argon2',
  ]) {
    expect(names).toContain(name);
  }
  for (const name of ['portal-tests', 'rstest', 'proptest', 'assert_cmd']) {
    expect(names).not.toContain(name);
  }
  const manifest = read('Cargo.toml');
  const own = [...manifest.matchAll(/^([\w-]+) = \{ path = /gm)].map(([, name]) => name);
  for (const { name, hashes, version } of crates) {
    if (hashes === undefined) expect([...own, 'portal-server', 'portal-cli']).toContain(name);
    else expect(hashes[0].content, `${name} ${version}`).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('every package of the pages is there by its content, and tools are marked', () => {
  const scopes = new Map();
  for (const { name, scope, hashes, version } of listed('npm')) {
    // A package bundled in another package is part of that package's content.
    if (hashes === undefined) expect(scope, `${name} ${version}`).not.toBe('required');
    else expect(hashes[0].content, `${name} ${version}`).toMatch(/^[0-9a-f]{128}$/);
    scopes.set(name, scope);
  }
  expect(scopes.get('react')).toBe('required');
  expect(scopes.get('fxa-common-password-list')).toBe('required');
  expect(scopes.get('vitest')).toBe('excluded');
});
