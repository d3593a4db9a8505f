// Holds the shape of the code: which Rust module may know which, no circles, no large files or folders, and the terms.
//
// Modules are files. An import of a name that another module only passes on (`pub use`) counts as an import of the module that
// defines it, and a parent that lists its children (`mod`, `pub use`) does not depend on them by that.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

const root = path.resolve(import.meta.dirname, '..');
const crates = {
  kernel: 'domain/kernel',
  mail: 'domain/mail',
  audit: 'domain/audit',
  accounts: 'domain/accounts',
  replay: 'domain/replay',
  courses: 'domain/courses',
  'purchase-keys': 'domain/purchase-keys',
  progress: 'domain/progress',
  practice: 'domain/practice',
  'replay-runs': 'domain/replay-runs',
  discord: 'domain/discord',
  orders: 'domain/orders',
  site: 'domain/site',
  staff: 'domain/staff',
  questions: 'domain/questions',
  live: 'domain/live',
  'moving-in': 'domain/moving-in',
  persistence: 'persistence',
  outbound: 'outbound',
  demo: 'demo',
  api: 'api',
  server: 'api/server',
  cli: 'cli',
};
const domain = ['kernel', 'mail', 'audit', 'accounts', 'replay', 'courses', 'purchase-keys', 'progress', 'practice', 'replay-runs', 'discord', 'orders', 'site', 'staff', 'questions', 'live', 'moving-in'];
/** Which crates a crate may know; the order of `crates` is no rule by itself. */
const mayKnow = {
  kernel: [],
  mail: ['kernel'],
  audit: ['kernel'],
  accounts: ['kernel', 'mail', 'audit'],
  replay: [],
  courses: ['kernel', 'mail', 'audit', 'accounts', 'replay'],
  'purchase-keys': ['kernel', 'mail', 'audit', 'accounts', 'courses'],
  progress: ['kernel', 'mail', 'accounts', 'courses'],
  practice: ['kernel', 'mail', 'accounts', 'courses', 'progress'],
  'replay-runs': ['kernel', 'courses', 'replay'],
  discord: ['kernel', 'mail', 'audit', 'accounts', 'courses'],
  orders: ['kernel', 'mail', 'audit', 'accounts', 'courses', 'purchase-keys'],
  site: ['kernel', 'courses', 'orders'],
  staff: ['kernel', 'accounts', 'audit'],
  questions: ['kernel', 'mail', 'audit', 'accounts', 'courses'],
  live: ['kernel', 'mail', 'audit', 'accounts', 'courses'],
  'moving-in': ['kernel', 'mail', 'audit', 'accounts', 'courses', 'purchase-keys', 'progress'],
  persistence: domain,
  outbound: domain,
  demo: [...domain, 'persistence', 'outbound'],
  api: [...domain, 'persistence', 'outbound'],
  server: [...domain, 'persistence', 'outbound', 'demo', 'api'],
  cli: [...domain, 'persistence', 'outbound', 'demo'],
};
/** Crates that only tests may know. */
const testCrates = ['portal-tests', 'rstest', 'proptest', 'assert_cmd', 'chrono-tz'];
/** Rooms that serve every feature, and so look at none. */
const featureless = {
  api: ['http', 'pools'],
  persistence: ['engine'],
};
const features = [
  'accounts', 'audit', 'purchase_keys', 'courses', 'lessons', 'progress', 'practice', 'replay', 'discord', 'orders', 'mail', 'notices', 'coupons', 'receipts', 'staff', 'questions', 'live', 'moving_in',
];
const MAX_LINES = 400;
const MAX_FILES = 15;
/** Floors that list what there is, a file for each, and so have as many files as the product has of it. */
const lists = {
  'api/src': 'a file for each feature and each room that serves them all',
  'cli/src': 'a file for each noun of the commands',
  'tests/api': 'a file for each feature',
  'tests/stores': 'a file for each feature',
  'fuzz/fuzz_targets': 'a file for each parser',
  'fuzz/src': 'a file for each parser',
  'outbound/src': 'a file for each thing outside the database',
  'persistence/src': 'a file for each feature and each store that serves several',
  'tests/browser': 'a spec for each feature',
};
/** Words of private meaning, and the term to say instead. A word within an identifier (`DISCORD_PATIENCE`) counts too. */
const terms = [
  [/(?<![a-z])(somebody|whoever|nobody|anybody|everybody)(?![a-z])/i, 'say the role: the caller, the member, an attacker'],
  [/(?<![a-z])tills?(?![a-z])/i, 'checkout context'],
  [/(?<![a-z])hushed(?![a-z])/i, 'no referrer'],
  [/forget_the_quiet/, 'evict_idle'],
  [/(read|write)_hop/, 'read_blocking, write_blocking'],
  [/\bput(s|ting)? (\w+ ){0,3}right\b/i, 'reconcile'],
  [/(?<![a-z])doubt(s|ed|ing)?(?![a-z])/i, 'mark uncertain'],
  [/(?<![a-z])(patient(ly)?|patience)(?![a-z])/i, 'timeout, polling'],
  [/(?<![a-z])tid(y|ies|ying)(?![a-z])/i, 'cleanup'],
  [/(?<![a-z])(whims?|unkind)(?![a-z])/i, 'fault'],
];
/** Texts without Rust code whose words count as well. Product copy is data: of scripts and components only comments and test names are read. */
const texts = ['README.md', 'docs', 'frontend/src', 'frontend/scripts', 'tests/browser', 'bench', 'demo', 'scripts'];
/** What is installed or made by the build, the folders of released versions, and the texts of the demo courses: all are data. */
const skipped = /(^|\/)(node_modules|results|dist(-ssr)?|target|\.\w+)\/|^tests\/fixtures\/releases\/|\/api-schema\.d\.ts$|^demo\/[^/]+-[^/]+\/.*\.md$/;

const problems = [];

async function sources(folder) {
  const names = await readdir(path.join(root, folder), { recursive: true });
  return names.filter((name) => name.endsWith('.rs')).sort();
}

/** The code of a file without comments and without its tests at the end. */
function codeOf(text) {
  return text.replace(/\n#\[cfg\(test\)\]\nmod tests \{[\s\S]*$/, '\n').replace(/\/\/[^\n]*/g, '');
}

/** `a::{b, c::{d, e as f}}` as flat lists of path segments. */
function flatten(tree) {
  const out = [];
  const walk = (prefix, text) => {
    let depth = 0;
    let current = '';
    const parts = [];
    for (const sign of text) {
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      if (sign === ',' && depth === 0) {
        parts.push(current);
        current = '';
      } else {
        current += sign;
      }
    }
    parts.push(current);
    for (const part of parts.map((one) => one.trim()).filter(Boolean)) {
      const group = part.match(/^(?:(.*?)::)?\{([\s\S]*)\}$/);
      if (group) {
        walk([...prefix, ...(group[1] ? group[1].split('::') : [])], group[2]);
      } else {
        out.push([...prefix, ...part.replace(/\s+as\s+\w+$/, '').split('::')]);
      }
    }
  };
  walk([], tree);
  return out.map((segments) => segments.map((one) => one.trim()).filter(Boolean));
}

async function checkCrate(name, folder) {
  const src = `${folder}/src`;
  const files = await sources(src);
  const modules = new Map();
  for (const file of files) {
    const segments = file.replace(/\.rs$/, '').split(path.sep);
    const own = ['lib', 'main'].includes(segments[0]) && segments.length === 1 ? [] : segments;
    const text = await readFile(path.join(root, src, file), 'utf8');
    const id = own.join('::');
    if (id === '' && modules.has('')) {
      modules.get('').code += codeOf(text);
      continue;
    }
    modules.set(id, { file: `${src}/${file}`, own, code: codeOf(text), passedOn: new Map() });
  }
  const uses = (module) =>
    [...module.code.matchAll(/\b(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);/g)].flatMap(([, visible, tree]) =>
      flatten(tree).map((segments) => ({ visible: Boolean(visible), segments })),
    );
  const absolute = (module, segments) => {
    if (segments[0] === 'crate') return segments.slice(1);
    if (segments[0] === 'self') return [...module.own, ...segments.slice(1)];
    if (segments[0] === 'super') {
      let up = module.own.slice(0, -1);
      let rest = segments.slice(1);
      while (rest[0] === 'super') {
        up = up.slice(0, -1);
        rest = rest.slice(1);
      }
      return [...up, ...rest];
    }
    // A child of this module, by its bare name.
    if (modules.has([...module.own, segments[0]].join('::'))) return [...module.own, ...segments];
    return null;
  };
  for (const module of modules.values()) {
    for (const { visible, segments } of uses(module)) {
      const target = absolute(module, segments);
      if (visible && target) module.passedOn.set(segments.at(-1), target);
    }
  }
  /** The module that defines what a path names. */
  const resolve = (segments, depth = 0) => {
    for (let length = segments.length; length >= 0; length -= 1) {
      const id = segments.slice(0, length).join('::');
      const module = modules.get(id);
      if (!module) continue;
      const next = segments[length];
      const passed = next && module.passedOn.get(next);
      if (passed && depth < 8) return resolve([...passed, ...segments.slice(length + 1)], depth + 1);
      return id;
    }
    return '';
  };
  const edges = new Map();
  for (const [id, module] of modules) {
    const targets = new Set();
    for (const { visible, segments } of uses(module)) {
      const target = absolute(module, segments);
      // What a parent passes on from its children is a list, not a dependence.
      if (target && !(visible && target.slice(0, module.own.length).join('::') === id)) targets.add(resolve(target));
    }
    const body = module.code.replace(/\b(pub(?:\([^)]*\))?\s+)?use\s+[^;]+;/g, '');
    for (const [, found] of body.matchAll(/\b((?:crate|super)(?:::\w+)+)/g)) {
      const target = absolute(module, found.split('::'));
      if (target) targets.add(resolve(target));
    }
    targets.delete(id);
    targets.delete('');
    // The root of a crate only lists; what `main` uses is no circle.
    if (id !== '') edges.set(id, targets);
  }
  for (const circle of circles(edges)) {
    problems.push(`${name}: a circle of modules: ${circle.join(' -> ')} -> ${circle[0]}`);
  }
  for (const room of featureless[name] ?? []) {
    for (const [id, targets] of edges) {
      if (id.split('::')[0] !== room) continue;
      for (const target of targets) {
        if (features.includes(target.split('::')[0])) {
          problems.push(`${modules.get(id).file}: ${room} must not know the feature ${target.split('::')[0]}`);
        }
      }
    }
  }
  const known = Object.keys(crates).filter((other) => other !== name);
  const manifest = await readFile(path.join(root, folder, 'Cargo.toml'), 'utf8');
  const sections = manifest.split(/^\[/m);
  const dependencies = sections.find((section) => section.startsWith('dependencies]')) ?? '';
  for (const other of known) {
    const crateName = ['api', 'cli', 'server'].includes(other) ? `portal-${other}` : other;
    if (new RegExp(`^${crateName}(\\.workspace)?\\s*=`, 'm').test(dependencies) && !mayKnow[name].includes(other)) {
      problems.push(`${folder}/Cargo.toml: ${name} must not depend on ${other}`);
    }
  }
}

/** Each strongly connected part of more than one module, once (Tarjan). */
function circles(edges) {
  const found = [];
  const state = new Map();
  const stack = [];
  let counter = 0;
  const visit = (id) => {
    const own = { index: counter, low: counter, onStack: true };
    counter += 1;
    state.set(id, own);
    stack.push(id);
    for (const target of edges.get(id) ?? []) {
      if (!edges.has(target)) continue;
      const other = state.get(target) ?? visit(target);
      if (other.onStack) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.index) {
      const part = [];
      let top;
      do {
        top = stack.pop();
        state.get(top).onStack = false;
        part.push(top);
      } while (top !== id);
      if (part.length > 1) found.push(part.reverse());
    }
    return own;
  };
  for (const id of edges.keys()) if (!state.has(id)) visit(id);
  return found;
}

/** A Rust text without the content of its strings, which are messages, mails and test data; its lines stay where they are. */
function withoutStrings(text) {
  return text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\[^\n][^'\n]*)'/g,
    (part) => (part.startsWith('/') ? part : `""${part.replace(/[^\n]/g, '')}`),
  );
}

/** The comments and the tests' names of a script or component; its lines stay where they are. */
function commentsAndTests(text) {
  const kept = /(?<=^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\/|\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])[^\n]*?\1/g;
  let at = 0;
  let out = '';
  for (const match of text.matchAll(kept)) {
    out += text.slice(at, match.index).replace(/[^\n]/g, '') + match[0];
    at = match.index + match[0].length;
  }
  return out;
}

function checkTerms(file, text) {
  text.split('\n').forEach((line, at) => {
    for (const [pattern, instead] of terms) {
      const found = line.match(pattern);
      if (found) problems.push(`${file}:${at + 1}: «${found[0]}»; ${instead}`);
    }
  });
}

async function checkTexts(place) {
  const names = place.includes('.') ? [place] : (await readdir(path.join(root, place), { recursive: true })).map((name) => `${place}/${name}`);
  for (const name of names.filter((one) => /\.(md|ts|tsx|mjs|js|css)$/.test(one) && !skipped.test(one)).sort()) {
    // This file lists the words themselves.
    if (name === 'scripts/check-structure.mjs') continue;
    const text = await readFile(path.join(root, name), 'utf8');
    checkTerms(name, name.endsWith('.md') ? text : commentsAndTests(text));
  }
}

/** What is built into the two programs has nothing that stands in for the real thing: only other tests depend on test crates. */
async function checkTestCrates() {
  const workspace = await readFile(path.join(root, 'Cargo.toml'), 'utf8');
  const members = [...workspace.match(/members = \[([^\]]*)\]/)[1].matchAll(/"([^"]+)"/g)].map(([, member]) => member);
  for (const member of members.filter((one) => one !== 'tests')) {
    const manifest = await readFile(path.join(root, member, 'Cargo.toml'), 'utf8');
    for (const section of manifest.split(/^\[/m).slice(1)) {
      const [header] = section.split(']');
      if (!/(^|\.)(build-)?dependencies(\.|$)|^features$/.test(header)) continue;
      for (const name of testCrates) {
        if (new RegExp(`\\.${name}$`).test(header) || new RegExp(`^${name}\\b|"${name}["/?]`, 'm').test(section)) {
          problems.push(`${member}/Cargo.toml: ${name} is for tests only`);
        }
      }
    }
  }
}

/** The source files of every language, wherever they are. */
async function everySource(folder = '') {
  const found = [];
  for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.test(`${name}/`)) found.push(...(await everySource(name)));
    } else if (/\.(rs|c|py|ts|tsx|mjs|js|css)$/.test(name) && !skipped.test(name)) {
      found.push(name);
    }
  }
  return found.sort();
}

async function checkSizes() {
  const perFolder = new Map();
  for (const file of await everySource()) {
    const text = await readFile(path.join(root, file), 'utf8');
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines, at most ${MAX_LINES}`);
    if (path.basename(file) === 'mod.rs') problems.push(`${file}: name the file after its module`);
    if (file.endsWith('.rs')) checkTerms(file, withoutStrings(text));
    const folder = path.dirname(file);
    perFolder.set(folder, (perFolder.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of perFolder) {
    if (count > MAX_FILES && !(folder in lists)) problems.push(`${folder}: ${count} files, at most ${MAX_FILES}; group them by subject`);
  }
}

for (const [name, folder] of Object.entries(crates)) await checkCrate(name, folder);
await checkSizes();
for (const place of texts) await checkTexts(place);
await checkTestCrates();

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n${problems.length} problems of structure\n`);
  process.exit(1);
}
