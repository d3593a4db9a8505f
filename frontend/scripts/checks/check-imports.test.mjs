import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { afterEach, expect, test } from 'vitest';

const script = path.join(import.meta.dirname, 'check-imports.mjs');
let folder = null;

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the check on these files; what it printed, empty when it found nothing. */
async function check(files) {
  folder = await mkdtemp(path.join(tmpdir(), 'check-imports-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, folder], (error, _output, problems) => {
      expect(problems === '').toBe(error === null);
      resolve(problems);
    });
  });
}

test('a tree in order passes', async () => {
  expect(
    await check({
      'lib/paths.ts': '',
      'ui/button.tsx': "import '@/lib/paths';\n",
      'features/courses/api.ts': "import '@/lib/paths';\n",
      'features/courses/player/player.tsx': "import '../api';\n",
      'app/page.tsx': "import '@/features/courses/player/player';\nimport '@/ui/button';\n",
      'app/page.test.tsx': "import './page';\n",
    }),
  ).toBe('');
});

test('an import against the direction, and one between features, are found', async () => {
  const problems = await check({
    'lib/a.ts': "import '@/ui/b';\n",
    'ui/b.ts': '',
    'features/orders/c.ts': "import { d } from '@/features/courses/d';\n",
    'features/courses/d.ts': '',
  });
  expect(problems).toContain('lib/a.ts: lib must not import ui (@/ui/b)');
  expect(problems).toContain('features/orders/c.ts: a feature must not import another');
});

test('a circle of files and one of folders are found', async () => {
  expect(await check({ 'lib/a.ts': "import './b';\n", 'lib/b.ts': "import './a';\n" })).toContain(
    'circle of files: lib/a.ts -> lib/b.ts -> lib/a.ts',
  );
  const problems = await check({
    'features/courses/api.ts': '',
    'features/courses/page.ts': "import './player/player';\n",
    'features/courses/player/player.ts': "import '../api';\n",
  });
  expect(problems).toContain(
    'circle of folders: features/courses -> features/courses/player -> features/courses',
  );
});

test('a dynamic import is no circle', async () => {
  expect(await check({ 'app/a.ts': "void import('./b');\n", 'app/b.ts': "import './a';\n" })).toBe(
    '',
  );
});

test('a full folder, a long file and a missing file are found', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 16 }, (_, number) => [`features/site/file${number}.ts`, '']),
  );
  const problems = await check({
    ...files,
    'ui/long.ts': '\n'.repeat(251),
    'ui/long.test.ts': '\n'.repeat(400),
    'ui/longer.test.ts': '\n'.repeat(401),
    'ui/lost.ts': "import './nowhere';\n",
  });
  expect(problems).toContain('features/site: 16 files, more than 15');
  expect(problems).toContain('ui/long.ts: 251 lines, more than 250');
  expect(problems).not.toContain('ui/long.test.ts');
  expect(problems).toContain('ui/longer.test.ts: 401 lines, more than 400');
  expect(problems).toContain('ui/lost.ts: there is no ./nowhere');
});
