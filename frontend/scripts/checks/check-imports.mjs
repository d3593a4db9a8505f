// Checks the structure of src:
// - imports run one way: lib <- ui <- features <- app, with settings beside lib; no feature imports another;
// - files have no circular imports, and the folders inside a feature have none either;
// - no folder holds more than 15 files, no file of code has more than 250 lines and no file of tests more than 400.
// Tests may import `test` and `app`. A dynamic import() is no part of a circle: it is resolved when it runs.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

const MAX_FILES = 15;
const MAX_LINES = 250;
const MAX_TEST_LINES = 400;
const ALLOWED = {
  lib: ['lib'],
  settings: ['settings', 'lib'],
  ui: ['ui', 'lib'],
  features: ['features', 'ui', 'settings', 'lib'],
  app: ['app', 'features', 'ui', 'settings', 'lib'],
  test: ['test', 'app', 'features', 'ui', 'settings', 'lib'],
};
/** Written by `npm run generate`. */
const GENERATED = 'lib/api-schema.d.ts';
const IMPORT = /\b(?:from|import)\s*(\(?)\s*'((?:@\/|\.\.?\/)[^']+)'/g;
const EXTENSIONS = ['', '.ts', '.tsx', '.d.ts'];

const src = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../src'));
const problems = [];

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

async function readSources() {
  const entries = await readdir(src, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(src, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
  const sources = new Map([[GENERATED, '']]);
  for (const name of names) {
    const isText = /\.(tsx?|css)$/.test(name) && name !== GENERATED;
    sources.set(name, isText ? await readFile(path.join(src, name), 'utf8') : '');
  }
  return sources;
}

function resolveImport(sources, name, target) {
  const file = target.startsWith('@/')
    ? target.slice(2)
    : path.posix.join(path.posix.dirname(name), target);
  const extension = EXTENSIONS.find((candidate) => sources.has(file + candidate));
  return extension === undefined ? null : file + extension;
}

/** `[{ from, to, target, isStatic }]`: every import between files of src. */
function importsOf(sources) {
  return [...sources].flatMap(([from, text]) =>
    /\.tsx?$/.test(from)
      ? [...text.matchAll(IMPORT)].flatMap(([, parenthesis, target]) => {
          const to = resolveImport(sources, from, target);
          if (to !== null) return [{ from, to, target, isStatic: parenthesis === '' }];
          problems.push(`${from}: there is no ${target}`);
          return [];
        })
      : [],
  );
}

const isTest = (name) => /\.test\.tsx?$/.test(name);

function checkDirections(imports) {
  for (const { from, to, target } of imports) {
    const [fromRoom, fromFeature] = from.split('/');
    const [toRoom, toFeature] = to.split('/');
    const allowed = ALLOWED[fromRoom] ?? [];
    if (!allowed.includes(toRoom) && !(isTest(from) && (toRoom === 'test' || toRoom === 'app'))) {
      problems.push(`${from}: ${fromRoom} must not import ${toRoom} (${target})`);
    } else if (fromRoom === 'features' && toRoom === 'features' && fromFeature !== toFeature) {
      problems.push(`${from}: a feature must not import another (${target})`);
    }
  }
}

/** The first circle that a depth-first search finds from each node, each circle once. */
function circlesOf(edges) {
  const targets = groupBy(edges, ([from]) => from);
  const done = new Set();
  const circles = [];
  const visit = (node, trail) => {
    const at = trail.indexOf(node);
    if (at >= 0) {
      circles.push([...trail.slice(at), node].join(' -> '));
      return;
    }
    if (done.has(node)) return;
    for (const [, to] of targets.get(node) ?? []) visit(to, [...trail, node]);
    done.add(node);
  };
  for (const node of targets.keys()) visit(node, []);
  return circles;
}

function checkCircles(imports) {
  const runtime = imports.filter(({ from, isStatic }) => isStatic && !isTest(from));
  for (const circle of circlesOf(runtime.map(({ from, to }) => [from, to]))) {
    problems.push(`circle of files: ${circle}`);
  }
  const folders = runtime
    .map(({ from, to }) => [path.posix.dirname(from), path.posix.dirname(to)])
    .filter(([from, to]) => from !== to && from.startsWith('features/'));
  for (const circle of circlesOf(folders)) problems.push(`circle of folders: ${circle}`);
}

function checkSizes(sources) {
  const names = [...sources.keys()].filter((name) => name !== GENERATED);
  for (const [folder, files] of groupBy(names, path.posix.dirname)) {
    if (files.length > MAX_FILES) {
      problems.push(`${folder}: ${files.length} files, more than ${MAX_FILES}`);
    }
  }
  for (const [name, text] of sources) {
    const lines = text.split('\n').length - 1;
    const most = isTest(name) ? MAX_TEST_LINES : MAX_LINES;
    if (lines > most) problems.push(`${name}: ${lines} lines, more than ${most}`);
  }
}

const sources = await readSources();
const imports = importsOf(sources);
checkDirections(imports);
checkCircles(imports);
checkSizes(sources);
if (problems.length > 0) {
  process.stderr.write(`${[...new Set(problems)].join('\n')}\n`);
  process.exit(1);
}
