// What `make release` packs: every part with its licence, and the same bytes each time.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const PROGRAMS = ['portal', 'portal-api'];
// `make test` builds them first.
const built = path.join(root, 'target/release');
const isBuilt = PROGRAMS.every((name) => existsSync(path.join(built, name)));

/** The programs without what a debugger reads, as they are shipped: a quarter of the bytes to compress. */
function strip(into) {
  for (const name of PROGRAMS)
    execFileSync('strip', ['-o', path.join(into, name), path.join(built, name)]);
}

/** Packs once; the archive's path and digest. */
function pack(binaries) {
  execFileSync(path.join(root, 'scripts/release'), ['--pack', binaries], {
    cwd: root,
    env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const folder = path.join(root, 'target/release-archive');
  const name = readdirSync(folder).find((file) => file.endsWith('.tar.gz'));
  const file = path.join(folder, name);
  return { file, digest: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

test.skipIf(!isBuilt)(
  'an archive holds what a machine needs, and has the same bytes each time',
  () => {
    const binaries = mkdtempSync(path.join(tmpdir(), 'portal-binaries-'));
    const unpacked = mkdtempSync(path.join(tmpdir(), 'portal-release-'));
    try {
      strip(binaries);
      const first = pack(binaries);
      expect(pack(binaries).digest).toBe(first.digest);
      execFileSync('tar', [
        '--extract',
        '--file',
        first.file,
        '--strip-components=1',
        '--directory',
        unpacked,
      ]);
      for (const name of [
        'portal',
        'portal-api',
        'deploy/systemd/portal.service',
        'deploy/systemd/portal.socket',
        'completions/portal.bash',
        'completions/_portal',
        'completions/portal.fish',
        'manual/portal.1',
        'sbom/crates.cdx.json',
        'sbom/npm.cdx.json',
        'CHANGELOG.md',
        'docs/upgrading.md',
      ]) {
        expect(existsSync(path.join(unpacked, name)), name).toBe(true);
      }
      const firstDay = readFileSync(path.join(unpacked, 'docs/first-day.md'), 'utf8');
      const files = firstDay.match(/(?<=[\s(])(deploy\/[\w./-]+|[\w-]+\.md)/g);
      expect(files.length).toBeGreaterThan(6);
      for (const name of files) {
        const folder = name.startsWith('deploy/') ? unpacked : path.join(unpacked, 'docs');
        expect(existsSync(path.join(folder, name)), name).toBe(true);
      }
      const licences = readFileSync(path.join(unpacked, 'LICENCES.txt'), 'utf8');
      for (const list of ['crates', 'npm']) {
        const { components } = JSON.parse(
          readFileSync(path.join(unpacked, `sbom/${list}.cdx.json`), 'utf8'),
        );
        for (const { name, version, scope, hashes } of components) {
          if (scope !== 'excluded' && hashes !== undefined)
            expect(licences).toContain(`\n${name} ${version}: `);
        }
      }
      expect(licences).toContain('Permission is hereby granted, free of charge');
      expect(licences).toContain('Apache License');
    } finally {
      for (const folder of [binaries, unpacked]) rmSync(folder, { recursive: true });
    }
  },
  180_000,
);
