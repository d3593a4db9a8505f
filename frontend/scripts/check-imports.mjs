// Holds the direction of imports: lib <- ui <- features <- app, settings beside lib, no feature
// knows another. Tests may use `test`.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

const src = path.resolve(import.meta.dirname, '../src');
const allowed = {
  lib: ['lib'],
  settings: ['settings', 'lib'],
  ui: ['ui', 'lib'],
  features: ['features', 'ui', 'settings', 'lib'],
  app: ['app', 'features', 'ui', 'settings', 'lib'],
  test: ['test', 'app', 'features', 'ui', 'settings', 'lib'],
};
const room = (file) => path.relative(src, file).split(path.sep);

const problems = [];
const names = (await readdir(src, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
for (const name of names) {
  const file = path.join(src, name);
  const text = await readFile(file, 'utf8');
  const [from, feature] = room(file);
  // Tests and what only they use.
  const isTest = /\.test\.tsx?$|(^|\/)fake-[^/]+$/.test(name);
  for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'((?:@\/|\.\.?\/)[^']+)'/g)) {
    const resolved = target.startsWith('@/')
      ? path.join(src, target.slice(2))
      : path.resolve(path.dirname(file), target);
    const [to, otherFeature] = room(resolved);
    const rooms = allowed[from] ?? [];
    if (!rooms.includes(to) && !(isTest && (to === 'test' || to === 'app'))) {
      problems.push(`${name}: ${from} must not import ${to} (${target})`);
    } else if (from === 'features' && to === 'features' && feature !== otherFeature) {
      problems.push(`${name}: a feature must not import another (${target})`);
    }
  }
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
