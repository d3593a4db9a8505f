import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';

const script = path.join(import.meta.dirname, 'check-text.mjs');

const HEAD = `import type { ReactElement, ReactNode } from 'react';
const COPY = { title: 'Title', count: (n: number) => String(n) };
function Maybe({ there }: { there: boolean }) {
  return there ? <b>there</b> : null;
}
function Always() {
  return <i>always</i>;
}
type Elements = ReactElement | false | null | undefined | readonly Elements[];
interface Props { n: number; text: string; maybe: string | undefined; open: boolean; slot: Elements; node: ReactNode; names: string[] }
export const parts = [Maybe, Always, COPY];
`;

const BESIDE = 'text beside something that changes';
/** A component's result, and what is found in it; undefined for what is right. */
const CASES = {
  'text and a number': ['<p>Lesson {n}</p>', BESIDE],
  'two texts that change': ['<p>{text}, {n}</p>', BESIDE],
  'a text that changes beside an element': ['<p><i />{text}</p>', BESIDE],
  'a text that is not always there': ["<p><i />{open && 'now'}</p>", BESIDE],
  'a choice of texts beside an element': ["<p><i />{open ? 'on' : 'off'}</p>", BESIDE],
  'text before something that is not always there': ['<p>Title{open && <i />}</p>', BESIDE],
  'a constant beside something that is not always there': [
    '<p>{open && <i />}{COPY.title}</p>',
    BESIDE,
  ],
  'the result of a function of a constant': ['<p><i />{COPY.count(n)}</p>', BESIDE],
  'text after a component without a node at times': ['<p><Maybe there={open} />Title</p>', BESIDE],
  'text after a component that is one of two': ['<p><Chosen />Title</p>', BESIDE],
  'text after an element with a key': ['<p><i key={n} />Title</p>', BESIDE],
  'text after white space': ['<p> {text}</p>', BESIDE],
  'text that may be missing': ['<p><i />{maybe}</p>', BESIDE],
  'a slot that takes text': ['<p><i />{node}</p>', BESIDE],
  'text in a component': ['<Box>Lesson {n}</Box>', BESIDE],
  'text of a fragment': ['<>{text}</>', 'text of a fragment'],
  'a list of strings': ['<p>{names.map((name) => name)}</p>', 'a list of strings'],

  'one string': ['<p>{`Lesson ${n}`}</p>'],
  'one of two, alone': ['<p>{open ? text : <i />}</p>'],
  'a slot alone': ['<p>{node}</p>'],
  'text beside elements that stay': ['<p>Read <i>{text}</i>, then <Always />.</p>'],
  'a constant beside an element that stays': ['<p><i />{COPY.title}</p>'],
  'a part of a constant that was taken out of it': ['<p><i />{title} and more</p>'],
  'a text with an element of its own': ['<p><span>Title</span>{open && <i />}</p>'],
  'white space between what changes': ["<p>{open && <i />}{' '}{open && <b />}</p>"],
  'a slot without text': ["<p><i />{slot}{text !== '' && <b />}</p>"],
  'a list of elements': ['<ul><li />{names.map((name) => <li key={name}>{name}</li>)}</ul>'],
};

const fileOf = (name) => `${name.replaceAll(/\W+/g, '-')}.tsx`;
let folder = null;
let found = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'check-text-'));
  await symlink(
    path.join(import.meta.dirname, '../../node_modules'),
    path.join(folder, 'node_modules'),
  );
  await mkdir(path.join(folder, 'src'));
  for (const [name, [result]] of Object.entries(CASES)) {
    await writeFile(
      path.join(folder, 'src', fileOf(name)),
      `${HEAD}const Box = ({ children }: { children: ReactNode }) => <p>{children}</p>;
export function Case({ n, text, maybe, open, slot, node, names }: Props) {
  const Chosen = open ? Always : Box;
  const { title } = COPY;
  parts.push(Box, n, text, maybe, slot, node, names, Chosen, title);
  return ${result};
}
`,
    );
  }
  found = await new Promise((resolve) => {
    execFile(process.execPath, [script, path.join(folder, 'src')], (error, _output, problems) => {
      expect(problems === '').toBe(error === null);
      resolve(problems);
    });
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What was found in the file of a case. */
const foundIn = (name) =>
  found
    .split('\n')
    .filter((line) => line.startsWith(`${fileOf(name)}:`))
    .map((line) => line.replace(/^[^:]+:\d+: /, ''));

for (const [name, [, sentence]] of Object.entries(CASES)) {
  if (sentence === undefined) {
    test(`${name} is right`, () => expect(foundIn(name)).toEqual([]));
  } else {
    test(`${name} is found`, () => {
      expect(foundIn(name)).toHaveLength(1);
      expect(foundIn(name)[0]).toContain(sentence);
    });
  }
}
