// Every file that docs/asvs.md cites is there, every test that it names is in that file, its table counts the rows, and each
// requirement that is met by a deviation has one row that gives the reasons.
import { existsSync, readFileSync } from 'node:fs';

const CITED = 'docs/asvs.md';
const text = readFileSync(CITED, 'utf8');
const problems = [];
let cited = 0;
/** How a row is met, by level; its citations with a name are tests. */
const counted = { 'met, shown by a test': [0, 0], 'met by a deviation': [0, 0], 'met, shown by a file': [0, 0], 'partly met': [0, 0] };
const deviating = [];

function kindOf(requirements, met, shown) {
  const isTested = shown.split(';').some((place) => (place.match(/`[^`]+`/g) ?? []).length > 1);
  if (met.includes('**Partly.**')) return 'partly met';
  if (!met.includes('**By the deviation below.**')) return isTested ? 'met, shown by a test' : 'met, shown by a file';
  deviating.push(requirements.trim());
  if (!isTested) problems.push(`${requirements.trim()} deviates, and no test holds what is done instead`);
  return 'met by a deviation';
}

function count(requirements, levels, met, shown) {
  const kind = kindOf(requirements, met, shown);
  const of = levels.split(',').map(Number);
  requirements.split(',').forEach((_, at) => (counted[kind][(of[at] ?? of[0]) - 1] += 1));
}

for (const row of text.split('\n').filter((line) => /^\| [\d., ]+ \| [12, ]+ \|/.test(line))) {
  const [, requirements, levels, third, shown] = row.split('|');
  // The list of what is not met.
  if (['partly', 'not met'].includes(third.trim())) continue;
  count(requirements, levels, third, shown);
  for (const place of shown.split(';')) {
    const [path, ...names] = [...place.matchAll(/`([^`]+)`/g)].map(([, part]) => part);
    if (path === undefined) continue;
    cited += 1;
    if (!existsSync(path)) {
      problems.push(`${path} is not there`);
      continue;
    }
    const source = readFileSync(path, 'utf8');
    for (const name of names) if (!source.includes(name)) problems.push(`${path} has no ${name}`);
  }
}

for (const [kind, [first, second]] of Object.entries(counted)) {
  const row = text.split('\n').find((line) => line.startsWith(`| ${kind}`));
  const said = row?.split('|').slice(2, 5).map(Number);
  const found = [first, second, first + second];
  if (String(said) !== String(found)) problems.push(`the table says ${said} of "${kind}", and the rows are ${found}`);
}

const [, reasons = ''] = text.split('## Deviations that the owner decided\n');
const explained = [];
for (const line of reasons.split('\n## ')[0].split('\n').filter((row) => /^\| \d/.test(row))) {
  const [requirement, ...cells] = line.split('|').slice(1, -1).map((cell) => cell.trim());
  explained.push(requirement);
  if (cells.length !== 4 || cells.some((cell) => cell === '')) problems.push(`the deviation of ${requirement} lacks a reason`);
}
if (String(explained) !== String(deviating)) problems.push(`the deviations of ${explained} are explained, and the rows are ${deviating}`);

// A changed form of the page would be read as no row at all.
if (cited < 100) problems.push(`only ${cited} citations were found`);
for (const problem of problems) console.error(`${CITED}: ${problem}`);
if (problems.length > 0) process.exit(1);
